import type { Client } from '#kernel/work.ts'
import { blobNames } from '#platform/blobs/blob-names.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import type { PackageProblem, Recipient } from './address.ts'

/**
 * The organization of the employee of `staged`: the one that the spool named, as long as the employee is registered there, else
 * that of the first active registration, else of the first.
 */
export const ORGANIZATION_OF = `(
  SELECT registration.organization_key FROM registrations registration
  WHERE registration.client_id = $client_id AND registration.employee_key = staged.employee_key
  ORDER BY registration.organization_key = staged.organization_key DESC NULLS LAST, registration.active DESC,
    registration.position LIMIT 1)`

/**
 * Plans the envelopes of a project, once: each document that was handed out is in one. Regrouped, all documents of an
 * employee are in the same; else each has its own. Envelopes are numbered by organization and name, so that those for one
 * organization lie together.
 */
export const planPackages = statement<never, { client_id: string; project_id: number; regroup: boolean }>(`
  WITH sent AS (
    SELECT staged.distribution_id, staged.position, staged.employee_key, employee.sort_name,
      ${ORGANIZATION_OF} AS organization_key
    FROM distribution_documents staged
    JOIN employees employee ON employee.client_id = staged.client_id AND employee.key = staged.employee_key
    WHERE staged.client_id = $client_id AND staged.project_id = $project_id AND staged.document_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM distribution_packages WHERE client_id = $client_id AND project_id = $project_id)
  ), packed AS (
    SELECT sent.*, first_value(sent.organization_key) OVER (
        PARTITION BY CASE WHEN $regroup THEN sent.employee_key END, CASE WHEN NOT $regroup THEN sent.distribution_id END,
          CASE WHEN NOT $regroup THEN sent.position END
        ORDER BY sent.distribution_id, sent.position) AS package_organization
    FROM sent
  ), numbered AS (
    SELECT packed.*, dense_rank() OVER (
        ORDER BY organization.code NULLS LAST, packed.sort_name, packed.employee_key,
          CASE WHEN NOT $regroup THEN packed.distribution_id END, CASE WHEN NOT $regroup THEN packed.position END) AS number
    FROM packed LEFT JOIN organizations organization
      ON organization.client_id = $client_id AND organization.key = packed.package_organization
  ), planned AS (
    INSERT INTO distribution_packages (client_id, project_id, number, id, employee_key, organization_key)
    SELECT DISTINCT $client_id, $project_id::integer, number, gen_random_uuid(), employee_key, package_organization
    FROM (SELECT DISTINCT number, employee_key, package_organization FROM numbered) AS one
  )
  UPDATE distribution_documents staged SET package_number = numbered.number FROM numbered
  WHERE staged.client_id = $client_id AND staged.project_id = $project_id AND staged.distribution_id = numbered.distribution_id
    AND staged.position = numbered.position`)

/** A planned package: its recipient, the possible addresses, and its documents, those of the main spool first. */
export type PlannedRow = Recipient & { number: number; files: string[]; titles: string[] }

const LINES = ['address', 'address_2', 'address_3', 'postcode', 'city', 'country']
const addressOf = (owner: string) => `json_build_object(${LINES.map((one) => `'${one}', ${owner}.${one}`).join(', ')})`

const next = statement<PlannedRow, { client_id: string; project_id: number; limit: number }>(`
  SELECT package.number,
    CASE WHEN organization.key IS NOT NULL THEN json_build_object('code', organization.code, 'name', organization.name,
      'address', ${addressOf('organization')}) END AS organization,
    json_build_object('name', employee.first_name || ' ' || employee.last_name, 'technical_id', employee.technical_id,
      'address', ${addressOf('employee')}) AS employee,
    (SELECT array_agg(staged.sha256 ORDER BY staged.distribution_id, staged.position)
     FROM distribution_documents staged WHERE staged.client_id = $client_id
       AND staged.project_id = package.project_id AND staged.package_number = package.number) AS files,
    (SELECT array_agg(staged.title ORDER BY staged.distribution_id, staged.position)
     FROM distribution_documents staged WHERE staged.client_id = $client_id
       AND staged.project_id = package.project_id AND staged.package_number = package.number) AS titles
  FROM distribution_packages package
  JOIN employees employee ON employee.client_id = package.client_id AND employee.key = package.employee_key
  LEFT JOIN organizations organization
    ON organization.client_id = package.client_id AND organization.key = package.organization_key
  WHERE package.client_id = $client_id AND package.project_id = $project_id AND package.made_at IS NULL
  ORDER BY package.number LIMIT $limit`)

export async function nextPlanned(db: Db, client: Client, projectId: number, limit: number): Promise<PlannedRow[]> {
  return next(db, { client_id: client.id, project_id: projectId, limit })
}

export type MadePackage = {
  number: number
  address: string[]
  page_count: number | null
  problem: string | null
  problem_code: PackageProblem['code'] | null
  size: number | null
  sha256: string | null
}

const mark = statement<never, { client_id: string; project_id: number; made: string; made_at: Date }>(`
  UPDATE distribution_packages package SET address = made.address, page_count = made.page_count, problem = made.problem,
    problem_code = made.problem_code, size = made.size, sha256 = made.sha256, made_at = $made_at,
    status = CASE WHEN made.problem IS NULL THEN 'prepared' ELSE 'failed' END
  FROM json_to_recordset($made::json) AS made (number integer, address text[], page_count integer, problem text,
    problem_code text, size bigint, sha256 text)
  WHERE package.client_id = $client_id AND package.project_id = $project_id AND package.number = made.number
    AND package.made_at IS NULL`)

type MadePackages = { projectId: number; made: MadePackage[]; now: Date }

export async function markMade(tx: Tx, client: Client, { projectId, made, now }: MadePackages): Promise<void> {
  await mark(tx, { client_id: client.id, project_id: projectId, made: JSON.stringify(made), made_at: now })
}

/** An envelope as the manifest has it. */
export type PackageRow = {
  number: number
  organization_code: string | null
  employee_technical_id: string
  employee_name: string
  address: string[] | null
  documents: number
  page_count: number | null
  problem: string | null
  size: string | null
  sha256: string | null
}

const list = statement<PackageRow, { client_id: string; project_id: number; after: number; limit: number }>(`
  SELECT package.number, organization.code AS organization_code, employee.technical_id AS employee_technical_id,
    employee.first_name || ' ' || employee.last_name AS employee_name, package.address, package.page_count,
    package.problem, package.size, package.sha256,
    (SELECT count(*)::integer FROM distribution_documents staged WHERE staged.client_id = $client_id
       AND staged.project_id = package.project_id AND staged.package_number = package.number) AS documents
  FROM distribution_packages package
  JOIN employees employee ON employee.client_id = package.client_id AND employee.key = package.employee_key
  LEFT JOIN organizations organization
    ON organization.client_id = package.client_id AND organization.key = package.organization_key
  WHERE package.client_id = $client_id AND package.project_id = $project_id AND package.number > $after
  ORDER BY package.number LIMIT $limit`)

const CHUNK = 1000

/** All envelopes of a project, so many at a time. */
export async function* listPackages(db: Db, client: Client, projectId: number): AsyncGenerator<PackageRow[]> {
  for (let after = 0; ; ) {
    const rows = await list(db, { client_id: client.id, project_id: projectId, after, limit: CHUNK })
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) return
    after = last.number
  }
}

const problems = statement<{ count: number }, { client_id: string; project_id: number }>(`
  SELECT count(*)::integer AS count FROM distribution_packages
  WHERE client_id = $client_id AND project_id = $project_id AND problem_code IS NOT NULL`)

/** How many envelopes of a project have a problem. */
export async function countPackageProblems(db: Db, client: Client, projectId: number): Promise<number> {
  return (await problems(db, { client_id: client.id, project_id: projectId }))[0]?.count ?? 0
}

export const packageBlobs = blobNames('distribution_packages', 'package of a distribution')
