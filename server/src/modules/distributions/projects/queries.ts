import { sql } from 'kysely'
import type { Actor, Client } from '#kernel/work.ts'
import type { HandOverStatus } from '#modules/distributions/packages/schemas.ts'
import type { PaperRow } from '#modules/distributions/settings/queries.ts'
import { MAX_ID } from '#modules/distributions/settings/schemas.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { containing } from '#platform/db/like.ts'
import { keysetSql, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { lookup, ofClient, statement } from '#platform/db/statement.ts'
import { searchText } from '#platform/text/search-text.ts'
import type { Counts, ListProjectsQuery, PackageAddress, ProjectStatus, ValidationRules } from './schemas.ts'

export type ProjectRow = {
  id: number
  name: string
  status: ProjectStatus
  validation_option: number
  validation: ValidationRules | null
  validations: (Actor & { validated_at: string })[]
  paper_code: string
  paper: PaperRow | null
  regroup_paper_mailing: boolean
  package_sent_to_orgs: boolean | null
  package_address: PackageAddress
  package_contact: string | null
  group_code: string | null
  sender_id: string | null
  auto_validate: boolean
  expected_distributions: number | null
  validator: Actor | null
  created_at: Date
  updated_at: Date
  validated_at: Date | null
  ended_at: Date | null
  released_at: Date | null
  distributions_count: number
  packages_count: number
  /** Of its packages to a carrier, if one takes them. */
  hand_over_status: HandOverStatus | null
  /** Whether packages need attention: no carrier takes them, and they were not downloaded. */
  has_packages_left: boolean
  counts: Counts
}

const total = (name: string) => `'${name}', coalesce(sum(one.${name}), 0)`
const COUNTED = ['documents', 'matched', 'assigned', 'unmatched', 'ambiguous', 'rejected', 'left_out', 'delivered']

/** What a project has, with what its spools add up to. */
const COLUMNS = `
  project.id, project.name, project.status, project.validation_option, project.validation, project.paper_code, project.paper,
  project.regroup_paper_mailing, project.package_sent_to_orgs, project.package_address, project.package_contact,
  project.group_code, project.sender_id, project.auto_validate, project.expected_distributions, project.validator, project.created_at,
  project.updated_at, project.validated_at, project.ended_at, project.released_at,
  (SELECT coalesce(json_agg(json_build_object('type', one.actor -> 'type', 'id', one.actor -> 'id', 'name',
      one.actor -> 'name', 'validated_at', one.validated_at) ORDER BY one.validated_at, one.validator), '[]')
   FROM distribution_validations one
   WHERE one.client_id = $client_id AND one.project_id = project.id) AS validations,
  (SELECT count(*)::integer FROM distributions one
   WHERE one.client_id = $client_id AND one.project_id = project.id) AS distributions_count,
  (SELECT coalesce(max(number), 0)::integer FROM distribution_packages one
   WHERE one.client_id = $client_id AND one.project_id = project.id) AS packages_count,
  (SELECT one.status FROM distribution_hand_overs one
   WHERE one.client_id = $client_id AND one.project_id = project.id) AS hand_over_status,
  EXISTS (SELECT FROM distribution_packages one WHERE one.client_id = $client_id AND one.project_id = project.id
    AND one.status IN ('prepared', 'failed') AND one.downloaded_at IS NULL AND one.sha256 IS NOT NULL) AS has_packages_left,
  (SELECT json_build_object(${COUNTED.map(total).join(', ')}) FROM distributions one
   WHERE one.client_id = $client_id AND one.project_id = project.id) AS counts`

const find = lookup<ProjectRow, { client_id: string; id: number }>(`
  SELECT ${COLUMNS} FROM distribution_projects project WHERE project.client_id = $client_id AND project.id = $id`)

/** `id` is as it stands in an address. */
export async function findProject(db: Db, client: Client, id: string | number): Promise<ProjectRow | undefined> {
  const number = projectNumber(id)
  return number === undefined ? undefined : (await find(db, { client_id: client.id, id: number }))[0]
}

export function projectNumber(id: string | number): number | undefined {
  const number = /^\d{1,10}$/.test(String(id)) ? Number(id) : 0
  return number >= 1 && number <= MAX_ID ? number : undefined
}

const lock = statement<{ id: number }, { client_id: string; id: number }>(`
  SELECT id FROM distribution_projects WHERE client_id = $client_id AND id = $id FOR UPDATE`)

/** Like findProject, and locks the project or what is in it until the transaction ends. */
export async function lockProject(tx: Tx, client: Client, id: string | number): Promise<ProjectRow | undefined> {
  const number = projectNumber(id)
  if (number === undefined) return undefined
  // A second statement, so that it sees what the last holder of the lock committed; both are sent at once.
  const [, row] = await Promise.all([lock(tx, { client_id: client.id, id: number }), findProject(tx, client, number)])
  return row
}

const nextId = statement<{ id: number }>("SELECT nextval('distribution_project_ids')::integer AS id")

export type NewProject = Pick<
  ProjectRow,
  | 'name'
  | 'validation_option'
  | 'validation'
  | 'paper_code'
  | 'paper'
  | 'regroup_paper_mailing'
  | 'package_sent_to_orgs'
  | 'package_address'
  | 'package_contact'
  | 'group_code'
  | 'sender_id'
  | 'auto_validate'
  | 'expected_distributions'
>

export async function insertProject(tx: Tx, client: Client, project: NewProject, now: Date): Promise<ProjectRow> {
  const [made] = await nextId(tx)
  if (!made) throw new Error('No number was generated for the project.')
  const { id } = made
  await tx
    .insertInto('distribution_projects')
    .values({
      client_id: client.id,
      id,
      ...project,
      status: 'new',
      created_at: now,
      updated_at: now,
      paper: project.paper && JSON.stringify(project.paper),
      validation: project.validation && JSON.stringify(project.validation),
      package_address: JSON.stringify(project.package_address),
      search_text: searchText([project.name]),
    })
    .execute()
  return getProjectRow(tx, client, id)
}

export async function getProjectRow(db: Db, client: Client, id: number): Promise<ProjectRow> {
  const row = await findProject(db, client, id)
  if (!row) throw new Error(`The project ${id} no longer exists.`)
  return row
}

const move = statement<never, { client_id: string; id: number; status: ProjectStatus; updated_at: Date }>(`
  UPDATE distribution_projects SET status = $status::distribution_project_status, updated_at = $updated_at,
    ended_at = CASE WHEN $status::distribution_project_status IN ('completed', 'canceled') THEN $updated_at::timestamptz END
  WHERE client_id = $client_id AND id = $id`)

type StatusChange = { status: ProjectStatus; now: Date }

/** Moves a project on; answers it as it is then. */
export async function updateProjectStatus(
  tx: Tx,
  client: Client,
  { id }: ProjectRow,
  { status, now }: StatusChange,
): Promise<ProjectRow> {
  await move(tx, { client_id: client.id, id, status, updated_at: now })
  return getProjectRow(tx, client, id)
}

export const setExpected = statement<never, { client_id: string; id: number; expected: number | null; now: Date }>(`
  UPDATE distribution_projects SET expected_distributions = $expected, updated_at = $now WHERE client_id = $client_id AND id = $id`)

export const markValidated = statement<never, { client_id: string; id: number; validator: string; now: Date }>(`
  UPDATE distribution_projects SET status = 'validated', validator = $validator::json, validated_at = $now, updated_at = $now
  WHERE client_id = $client_id AND id = $id`)

/** Projects that concern a manager: of their groups, validated by these, or sent by the manager. */
export type Concerned = { groups: string[]; manager: string }

/** With `concerned`, only the projects that concern that manager. */
export async function listProjects(
  db: Db,
  client: Client,
  { status, q, concerned }: ListProjectsQuery & { concerned?: Concerned },
  request: OrderedRequest,
): Promise<ProjectRow[]> {
  const { beyond, sequence, limit } = keysetSql('project', request)
  const conditions = [sql`project.client_id = ${client.id}`, ...beyond]
  if (status !== undefined) conditions.push(sql`project.status = ${status}::distribution_project_status`)
  if (q !== undefined) conditions.push(sql`project.search_text LIKE ${containing(q)}`)
  if (concerned !== undefined) {
    const { groups, manager } = concerned
    conditions.push(sql`(project.group_code = ANY (${groups}) OR project.sender_id = ${manager}
      OR project.validation ->> 'group' = ANY (${groups}))`)
  }
  const { rows } = await sql<ProjectRow>`
    SELECT ${ofClient(COLUMNS, client)} FROM distribution_projects project WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
  return rows
}
