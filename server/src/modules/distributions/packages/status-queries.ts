import { sql } from 'kysely'
import type { Actor, Client } from '#kernel/work.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { keysetSql, type ListOrder, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { statement } from '#platform/db/statement.ts'
import { PACKAGE_STATUSES, type PackageCounts, type PackageStatus } from './schemas.ts'

/** A package with what became of it. */
export type PackageStatusRow = {
  number: number
  id: string
  status: PackageStatus
  problem: string | null
  problem_code: string | null
  failure: string | null
  failure_message: string | null
  employee_technical_id: string
  employee_name: string
  organization_code: string | null
  documents: number
  page_count: number | null
  size: string | null
  made_at: Date | null
  handed_over_at: Date | null
  receipt: string | null
  downloaded_at: Date | null
  downloaded_by: Actor | null
}

export const PACKAGE_ORDER: ListOrder = { column: 'number', tie: 'number', descending: false }

export async function listPackageStatuses(
  db: Db,
  client: Client,
  { projectId, status }: { projectId: number; status: PackageStatus | undefined },
  request: OrderedRequest,
): Promise<PackageStatusRow[]> {
  const { beyond, sequence, limit } = keysetSql('package', request)
  const conditions = [sql`package.client_id = ${client.id} AND package.project_id = ${projectId}`, ...beyond]
  if (status !== undefined) conditions.push(sql`package.status = ${status}`)
  const { rows } = await sql<PackageStatusRow>`
    SELECT package.number, package.id, package.status, package.problem, package.problem_code, hand_over.failure,
      hand_over.failure_message,
      employee.technical_id AS employee_technical_id,
      employee.first_name || ' ' || employee.last_name AS employee_name, organization.code AS organization_code,
      (SELECT count(*)::integer FROM distribution_documents staged WHERE staged.client_id = ${client.id}
         AND staged.project_id = package.project_id AND staged.package_number = package.number) AS documents,
      package.page_count, package.size, package.made_at,
      CASE WHEN package.status = 'handed_over' THEN hand_over.ended_at END AS handed_over_at,
      CASE WHEN package.status = 'handed_over' THEN hand_over.receipt END AS receipt,
      package.downloaded_at, package.downloaded_by
    FROM distribution_packages package
    JOIN employees employee ON employee.client_id = package.client_id AND employee.key = package.employee_key
    LEFT JOIN organizations organization
      ON organization.client_id = package.client_id AND organization.key = package.organization_key
    LEFT JOIN distribution_hand_overs hand_over
      ON hand_over.client_id = package.client_id AND hand_over.project_id = package.project_id
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
  return rows
}

const count = statement<{ status: PackageStatus; count: number }, { client_id: string; project_id: number }>(`
  SELECT status, count(*)::integer AS count FROM distribution_packages WHERE client_id = $client_id AND project_id = $project_id
  GROUP BY status`)

export async function countPackages(db: Db, client: Client, projectId: number): Promise<PackageCounts> {
  const found = new Map(
    (await count(db, { client_id: client.id, project_id: projectId })).map((row) => [row.status, row.count]),
  )
  return Object.fromEntries(PACKAGE_STATUSES.map((one) => [one, found.get(one) ?? 0])) as PackageCounts
}

const mark = statement<never, { client_id: string; project_id: number; downloaded_at: Date; downloaded_by: string }>(`
  UPDATE distribution_packages package SET downloaded_at = $downloaded_at, downloaded_by = $downloaded_by::json,
    status = CASE WHEN status IN ('prepared', 'failed') AND (problem IS NOT NULL OR NOT EXISTS (
        SELECT FROM distribution_hand_overs hand_over WHERE hand_over.client_id = $client_id AND hand_over.project_id = $project_id
          AND hand_over.status <> 'by_hand')) THEN 'downloaded' ELSE status END
  WHERE client_id = $client_id AND project_id = $project_id AND sha256 IS NOT NULL`)

type PackageDownload = { projectId: number; actor: Actor; now: Date }

/** Notes who downloaded the packages. It is their status too, unless a carrier takes them. */
export async function markDownloaded(tx: Tx, client: Client, { projectId, actor, now }: PackageDownload) {
  await mark(tx, {
    client_id: client.id,
    project_id: projectId,
    downloaded_at: now,
    downloaded_by: JSON.stringify(actor),
  })
}
