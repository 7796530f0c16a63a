import { sql } from 'kysely'
import type { Translations } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import { ADDRESS_FIELDS, type PostalAddress } from '#modules/directory/postal-address.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { containing } from '#platform/db/like.ts'
import type { KeysetRequest } from '#platform/db/lists/keyset-page.ts'
import { keysetSql, type ListOrder } from '#platform/db/lists/keyset-sql.ts'
import { lookup, statement } from '#platform/db/statement.ts'
import type { ListOrganizationsQuery } from './schemas.ts'

export type OrganizationRow = {
  key: number
  code: string
  name: string
  parent_key: number | null
  parent: string | null
  places: number[]
  sort_name: string
  localized_names: Translations
  created_at: Date
  updated_at: Date
} & PostalAddress

const SELECT = `
  SELECT organization.key, organization.code, organization.name, organization.localized_names, organization.parent_key, above.code AS parent,
    ${ADDRESS_FIELDS.map((one) => `organization.${one}`).join(', ')},
    organization.places, organization.sort_name, organization.created_at, organization.updated_at
  FROM organizations organization
  LEFT JOIN organizations above ON above.client_id = organization.client_id AND above.key = organization.parent_key`

const find = lookup<OrganizationRow, [string, string]>(`${SELECT}
  WHERE organization.client_id = $1 AND organization.code = $2`)

export async function findOrganization(db: Db, client: Client, code: string): Promise<OrganizationRow | undefined> {
  return (await find(db, client.id, code))[0]
}

export type OrganizationWithAncestors = { key: number; code: string; places: number[] }

const findMany = statement<OrganizationWithAncestors, [string, string[]]>(`
  SELECT key, code, places FROM organizations WHERE client_id = $1 AND code = ANY($2)`)

/** Those of these organizations that there are, by their code. */
export async function findOrganizations(
  db: Db,
  client: Client,
  codes: Iterable<string>,
): Promise<Map<string, OrganizationWithAncestors>> {
  const wanted = [...new Set(codes)]
  const rows = wanted.length === 0 ? [] : await findMany(db, client.id, wanted)
  return new Map(rows.map((row) => [row.code, row]))
}

type Written = {
  name: string
  translations: Translations
  parentKey: number | null
  address: PostalAddress
  sortName: string
  searchText: string
}

type Lines = (string | null)[]
const linesOf = (address: PostalAddress): Lines => ADDRESS_FIELDS.map((one) => address[one])

const insert = statement<
  never,
  [string, string, string, number | null, number[], string, string, Date, Translations, ...Lines]
>(`
  INSERT INTO organizations (client_id, key, code, name, parent_key, places, sort_name, search_text, created_at,
    updated_at, localized_names, ${ADDRESS_FIELDS.join(', ')})
  SELECT $1, key, $2, $3, $4, $5::integer[] || key || -key, $6, $7, $8, $8, $9::jsonb,
    ${ADDRESS_FIELDS.map((_, index) => `$${index + 10}`).join(', ')}
  FROM (SELECT nextval('organization_keys')::integer AS key) AS made`)

export async function insertOrganization(
  tx: Tx,
  client: Client,
  code: string,
  { name, translations, parentKey, address, sortName, searchText }: Written,
  placesAbove: number[],
  now: Date,
): Promise<void> {
  const lines = linesOf(address)
  await insert(tx, client.id, code, name, parentKey, placesAbove, sortName, searchText, now, translations, ...lines)
}

const update = statement<never, [string, number, string, number | null, string, string, Date, Translations, ...Lines]>(`
  UPDATE organizations SET name = $3, parent_key = $4, sort_name = $5, search_text = $6, updated_at = $7,
    localized_names = $8::jsonb, ${ADDRESS_FIELDS.map((one, index) => `${one} = $${index + 9}`).join(', ')}
  WHERE client_id = $1 AND key = $2`)

export async function updateOrganization(
  tx: Tx,
  client: Client,
  key: number,
  { name, translations, parentKey, address, sortName, searchText }: Written,
  now: Date,
): Promise<void> {
  await update(tx, client.id, key, name, parentKey, sortName, searchText, now, translations, ...linesOf(address))
}

const move = statement<never, [string, number, number[], number[]]>(`
  UPDATE organizations
  SET places = $4::integer[] || ARRAY(SELECT place FROM unnest(places) AS place WHERE place <> ALL ($3::integer[]))
  WHERE client_id = $1 AND places @> ARRAY[$2::integer]`)

const updateEmployeeAncestors = statement<never, [string, number]>(`
  UPDATE employees employee SET places = ARRAY(
    SELECT DISTINCT place FROM registrations registration
    JOIN organizations organization ON organization.client_id = registration.client_id
      AND organization.key = registration.organization_key
    CROSS JOIN unnest(organization.places) AS place
    WHERE registration.client_id = employee.client_id AND registration.employee_key = employee.key
      AND (registration.active OR employee.terminated)
    ORDER BY place)
  WHERE client_id = $1 AND places @> ARRAY[$2::integer]`)

/** Gives an organization and all below it, with their employees, their places below others than before. */
export async function moveOrganization(tx: Tx, client: Client, key: number, above: number[], newAbove: number[]) {
  await move(tx, client.id, key, above, newAbove)
  await updateEmployeeAncestors(tx, client.id, key)
}

const depth = statement<{ depth: number }, [string, number]>(`
  SELECT max(cardinality(places) - 1)::integer AS depth FROM organizations
  WHERE client_id = $1 AND places @> ARRAY[$2::integer]`)

/** How many levels there are down to the deepest organization below this one. */
export async function deepestBelow(db: Db, client: Client, key: number): Promise<number> {
  return (await depth(db, client.id, key))[0]?.depth ?? 0
}

export type OrganizationUse = {
  organizations: string
  employees: string
  managers: string
  documents: string
  articles: string
  groups: string[]
}

const use = statement<OrganizationUse, [string, number, string]>(`
  SELECT
    (SELECT count(*) FROM organizations WHERE client_id = $1 AND parent_key = $2) AS organizations,
    (SELECT count(DISTINCT employee_key) FROM registrations WHERE client_id = $1 AND organization_key = $2) AS employees,
    (SELECT count(DISTINCT user_key) FROM profile_organizations WHERE client_id = $1 AND organization_key = $2) AS managers,
    (SELECT count(*) FROM documents WHERE client_id = $1 AND organization_keys @> ARRAY[$2::integer]) AS documents,
    (SELECT count(*) FROM articles WHERE client_id = $1 AND audience_key IN (
      SELECT key FROM article_audiences WHERE client_id = $1 AND $2::integer = ANY (organization_keys))) AS articles,
    ARRAY(SELECT code FROM organization_groups WHERE client_id = $1 AND $3 = ANY (organizations) ORDER BY code) AS groups`)

/** Who relies on an organization. */
export async function useOfOrganization(db: Db, client: Client, key: number, code: string): Promise<OrganizationUse> {
  const [found] = await use(db, client.id, key, code)
  return found ?? { organizations: '0', employees: '0', managers: '0', documents: '0', articles: '0', groups: [] }
}

const remove = statement<never, [string, number]>('DELETE FROM organizations WHERE client_id = $1 AND key = $2')

export async function deleteOrganizationRow(tx: Tx, client: Client, key: number): Promise<void> {
  await remove(tx, client.id, key)
}

export async function listOrganizations(
  db: Db,
  client: Client,
  { q, parent, below, updated_at_since }: ListOrganizationsQuery,
  order: ListOrder,
  request: KeysetRequest,
): Promise<OrganizationRow[]> {
  const { beyond, sequence, limit } = keysetSql('organization', order, request)
  const conditions = [sql`organization.client_id = ${client.id}`, ...beyond]
  const keyOf = (code: string) => sql`(SELECT key FROM organizations WHERE client_id = ${client.id} AND code = ${code})`
  if (q !== undefined) conditions.push(sql`organization.search_text LIKE ${containing(q)}`)
  if (parent !== undefined) conditions.push(sql`organization.parent_key = ${keyOf(parent)}`)
  if (below !== undefined) conditions.push(sql`organization.places @> ARRAY[${keyOf(below)}]`)
  if (updated_at_since !== undefined) conditions.push(sql`organization.updated_at >= ${updated_at_since}`)
  const { rows } = await sql<OrganizationRow>`
    ${sql.raw(SELECT)} WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
  return rows
}
