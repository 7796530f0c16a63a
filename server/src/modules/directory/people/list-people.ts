import { type RawBuilder, sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import { type LogInState, logInState } from '#modules/directory/accounts/log-in-state.ts'
import type { AccountOwner } from '#modules/directory/accounts/queries.ts'
import { SCOPES, type Scope } from '#modules/directory/accounts/schemas.ts'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import type { Db } from '#platform/db/db.ts'
import { containing, containingWord } from '#platform/db/like.ts'
import { type Filter, type FilteredList, filteredPage } from '#platform/db/lists/filtered-page.ts'
import { fetchPage, type KeysetPage, type KeysetRequest, type PageRequest } from '#platform/db/lists/keyset-page.ts'
import type { ListedPerson, ListPeopleQuery, PeopleFilter } from './schemas.ts'

type PersonRow = Omit<ListedPerson, 'id' | 'scope' | 'invited_at' | 'last_login_at'> & {
  key: string
  sort_name: string
  invited_at: Date | null
  last_login_at: Date | null
}
type Found = PersonRow & { scope: Scope }

const HIGHEST_KEY = '9223372036854775807'

/** Employees and managers as one list by name; each part is walked along its own index, and the two are merged. */
export async function listPeople(
  db: Db,
  client: Client,
  { query, language }: { query: ListPeopleQuery; language: string | null },
  asked: PageRequest,
): Promise<KeysetPage<ListedPerson>> {
  const scopes = SCOPES.filter((scope) => includesScope(scope, query))
  const fetch = async (request: KeysetRequest) => {
    const parts = await Promise.all(
      scopes.map((scope) => listOfScope(db, scopeListOf(client, scope, query, language), scope, request)),
    )
    const sign = request.reversed ? -1 : 1
    const merged = parts.flat().toSorted((left, right) => sign * compare(left, right))
    return merged.slice(0, request.limit)
  }
  const page = await fetchPage(asked, fetch, (row) => [row.sort_name, row.scope, row.key])
  return { ...page, rows: page.rows.map(present) }
}

/** Employees have no roles; managers who are deleted leave nothing behind. */
function includesScope(scope: Scope, { scope: wanted = scope, status, role }: Narrowing): boolean {
  return scope === wanted && (scope === 'employee' ? role === undefined : status !== 'deleted')
}

/** The ids of the people of the list, by name; `most` of each kind. */
export async function findPersonIds(db: Db, client: Client, filter: PeopleFilter, most: number): Promise<string[]> {
  const parts = await Promise.all(scopeQueriesOf(client, filter).map((part) => selectIds(db, part, most)))
  return parts.flat()
}

async function selectIds(db: Db, { scope, from, where }: ScopeQuery, most: number): Promise<string[]> {
  const { rows } = await sql<{ technical_id: string }>`${sql.raw(CUSTOM_PLAN)}
    SELECT person.technical_id FROM ${from} WHERE ${where}
    ORDER BY person.sort_name, person.key LIMIT ${most}`.execute(db)
  return rows.map(({ technical_id }) => `${scope}:${technical_id}`)
}

/** Counts are exact up to this number: larger ones help no reader, and cost a scan. */
const MAX_COUNTED = 10_000

export async function countPeople(db: Db, client: Client, query: Narrowing): Promise<number> {
  const counts = scopeQueriesOf(client, query).map(async ({ from, where }) => {
    const { rows } = await sql<{ total: string }>`${sql.raw(CUSTOM_PLAN)}
      SELECT count(*) AS total FROM (SELECT FROM ${from} WHERE ${where} LIMIT ${MAX_COUNTED}) AS found`.execute(db)
    return Number(rows[0]?.total)
  })
  return Math.min(
    MAX_COUNTED,
    (await Promise.all(counts)).reduce((sum, one) => sum + one, 0),
  )
}

type ScopeQuery = { scope: Scope; from: RawBuilder<unknown>; where: RawBuilder<unknown> }

/** The two lists as what a statement says of them. */
function scopeQueriesOf(client: Client, query: Narrowing): ScopeQuery[] {
  return SCOPES.filter((scope) => includesScope(scope, query)).map((scope) => {
    const { table, scope: within, filters } = scopeListOf(client, scope, query)
    const where = sql.join([...within, ...filters.map((one) => one.onFind ?? one.onWalk)], sql` AND `)
    return { scope, from: sql`${sql.table(table)} AS person`, where }
  })
}

/** The names of these people, by id; those who are deleted included. */
export async function listPersonNames(db: Db, client: Client, ids: readonly string[]): Promise<Map<string, string>> {
  const names = SCOPES.map(async (scope) => {
    const wanted = ids.filter((id) => id.startsWith(`${scope}:`)).map((id) => id.slice(scope.length + 1))
    const { rows } = await sql<{ technical_id: string; name: string }>`
      SELECT technical_id, concat_ws(' ', first_name, last_name) AS name
      FROM ${sql.table(scope === 'employee' ? 'employees' : 'users')}
      WHERE client_id = ${client.id} AND technical_id = ANY (${wanted}::text[])`.execute(db)
    return rows.map(({ technical_id, name }) => [`${scope}:${technical_id}`, name] as const)
  })
  return new Map((await Promise.all(names)).flat())
}

/** One person as the list shows them, deleted or not. */
export async function findListedPerson(
  db: Db,
  client: Client,
  owner: AccountOwner,
  language: string | null,
): Promise<ListedPerson | undefined> {
  const { scope, technicalId } = owner
  const table = sql.table(scope === 'employee' ? 'employees' : 'users')
  const { rows } = await sql<PersonRow>`
    SELECT ${columnsOf(client, scope, language)} FROM ${table} AS person
    WHERE person.client_id = ${client.id} AND person.technical_id = ${technicalId}`.execute(db)
  return rows[0] && present({ ...rows[0], scope })
}

async function listOfScope(db: Db, list: FilteredList, scope: Scope, request: KeysetRequest): Promise<Found[]> {
  const after = request.after && boundOf(scope, request.after)
  const rows = await filteredPage<PersonRow>(db, list, { ...request, after })
  return rows.map((row) => ({ ...row, scope }))
}

/** Where one of the two lists goes on: of namesakes, employees come before managers. */
function boundOf(scope: Scope, [name = '', lastScope = '', key = '']: string[]): string[] {
  if (scope === lastScope) return [name, key]
  return [name, scope > lastScope ? '0' : HIGHEST_KEY]
}

type Narrowing = Pick<ListPeopleQuery, 'q' | 'scope' | 'status' | 'role'>

function scopeListOf(
  client: Client,
  scope: Scope,
  { q, status, role }: Narrowing,
  language: string | null = null,
): FilteredList {
  const isEmployee = scope === 'employee'
  const isDeleted = status === 'deleted'
  const filters: Filter[] = status === undefined || isDeleted ? [] : [{ onWalk: hasLogIn(client, scope, status) }]
  if (q !== undefined) {
    filters.push({ onWalk: sql`person.search_text LIKE ${isEmployee ? containingWord(q) : containing(q)}` })
  }
  if (role !== undefined) filters.push({ onWalk: hasRole(client, role) })
  const ofClient = sql`person.client_id = ${client.id}`
  return {
    table: isEmployee ? 'employees' : 'users',
    alias: 'person',
    columns: columnsOf(client, scope, language),
    filters,
    scope: isEmployee
      ? [
          ofClient,
          isDeleted ? sql`person.deleted_at IS NOT NULL AND person.erased_at IS NULL` : sql`person.deleted_at IS NULL`,
        ]
      : [ofClient],
    order: { column: 'sort_name', tie: 'key', descending: false },
  }
}

const logInOf = (client: Client, scope: Scope) => sql`accounts account
  WHERE account.client_id = ${client.id} AND account.scope = ${sql.lit(scope)}
    AND account.technical_id = person.technical_id`

function hasLogIn(client: Client, scope: Scope, status: LogInState) {
  // Anyone who has no log-in is not invited either.
  if (status === 'not_invited')
    return sql`NOT EXISTS (SELECT FROM ${logInOf(client, scope)} AND ${logInState} <> 'not_invited')`
  return sql`EXISTS (SELECT FROM ${logInOf(client, scope)} AND ${logInState} = ${status})`
}

function hasRole(client: Client, role: string) {
  return sql`EXISTS (SELECT FROM profiles profile
    WHERE profile.client_id = ${client.id} AND profile.user_key = person.key AND profile.role = ${role})`
}

function columnsOf(client: Client, scope: Scope, language: string | null) {
  const own =
    scope === 'employee'
      ? sql`person.terminated AS has_left, person.deleted_at IS NOT NULL AS deleted, '{}'::text[] AS roles`
      : sql`false AS has_left, false AS deleted, ARRAY(
          SELECT DISTINCT coalesce(role.localized_names ->> ${language}, role.name) FROM profiles profile
          JOIN roles role ON role.client_id = profile.client_id AND role.code = profile.role
          WHERE profile.client_id = ${client.id} AND profile.user_key = person.key ORDER BY 1) AS roles`
  return sql`person.key, person.sort_name, person.technical_id, person.first_name, person.last_name, person.email,
    ${own}, coalesce((SELECT ${logInState} FROM ${logInOf(client, scope)}), 'not_invited') AS status,
    (SELECT account.invited_at FROM ${logInOf(client, scope)}) AS invited_at,
    (SELECT account.last_login_at FROM ${logInOf(client, scope)}) AS last_login_at`
}

/** As the database sorts: by bytes. */
function compare(left: Found, right: Found): number {
  const byName = Buffer.compare(Buffer.from(left.sort_name), Buffer.from(right.sort_name))
  if (byName !== 0) return byName
  if (left.scope !== right.scope) return left.scope < right.scope ? -1 : 1
  return BigInt(left.key) < BigInt(right.key) ? -1 : 1
}

function present({ key: _, sort_name: __, invited_at, last_login_at, ...person }: Found): ListedPerson {
  return {
    id: `${person.scope}:${person.technical_id}`,
    ...person,
    invited_at: invited_at?.toISOString() ?? null,
    last_login_at: last_login_at?.toISOString() ?? null,
  }
}
