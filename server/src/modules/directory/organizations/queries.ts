import { sql } from 'kysely'
import type { Translations } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import { ADDRESS_FIELDS, type PostalAddress } from '#modules/directory/postal-address.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { containing } from '#platform/db/like.ts'
import { keysetSql, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { lookup, parametersFor, statement } from '#platform/db/statement.ts'
import type { ListOrganizationsQuery } from './schemas.ts'

export type OrganizationRow = {
  key: number
  code: string
  name: string
  parent_key: number | null
  parent: string | null
  ancestors: number[]
  sort_name: string
  localized_names: Translations
  created_at: Date
  updated_at: Date
} & PostalAddress

const SELECT = `
  SELECT organization.key, organization.code, organization.name, organization.localized_names, organization.parent_key, above.code AS parent,
    ${ADDRESS_FIELDS.map((one) => `organization.${one}`).join(', ')},
    organization.ancestors, organization.sort_name, organization.created_at, organization.updated_at
  FROM organizations organization
  LEFT JOIN organizations above ON above.client_id = organization.client_id AND above.key = organization.parent_key`

const find = lookup<OrganizationRow, { client_id: string; code: string }>(`${SELECT}
  WHERE organization.client_id = $client_id AND organization.code = $code`)

export async function findOrganization(db: Db, client: Client, code: string): Promise<OrganizationRow | undefined> {
  return (await find(db, { client_id: client.id, code }))[0]
}

export type OrganizationWithAncestors = { key: number; code: string; ancestors: number[] }

const findMany = statement<OrganizationWithAncestors, { client_id: string; codes: string[] }>(`
  SELECT key, code, ancestors FROM organizations WHERE client_id = $client_id AND code = ANY($codes)`)

/** Those of these organizations that there are, by their code. */
export async function findOrganizations(
  db: Db,
  client: Client,
  codes: Iterable<string>,
): Promise<Map<string, OrganizationWithAncestors>> {
  const wanted = [...new Set(codes)]
  const rows = wanted.length === 0 ? [] : await findMany(db, { client_id: client.id, codes: wanted })
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

const insert = statement<
  never,
  PostalAddress & {
    client_id: string
    code: string
    name: string
    parent_key: number | null
    new_above: number[]
    sort_name: string
    search_text: string
    now: Date
    localized_names: Translations
  }
>(`
  INSERT INTO organizations (client_id, key, code, name, parent_key, ancestors, sort_name, search_text, created_at,
    updated_at, localized_names, ${ADDRESS_FIELDS.join(', ')})
  SELECT $client_id, key, $code, $name, $parent_key, $new_above::integer[] || key || -key, $sort_name, $search_text,
    $now, $now, $localized_names::jsonb, ${parametersFor(ADDRESS_FIELDS)}
  FROM (SELECT nextval('organization_keys')::integer AS key) AS made`)

type NewOrganization = Written & { code: string; newAbove: number[]; now: Date }

export async function insertOrganization(
  tx: Tx,
  client: Client,
  { code, name, translations, parentKey, address, sortName, searchText, newAbove, now }: NewOrganization,
): Promise<void> {
  await insert(tx, {
    ...address,
    client_id: client.id,
    code,
    name,
    parent_key: parentKey,
    new_above: newAbove,
    sort_name: sortName,
    search_text: searchText,
    now,
    localized_names: translations,
  })
}

const update = statement<
  never,
  PostalAddress & {
    client_id: string
    key: number
    name: string
    parent_key: number | null
    sort_name: string
    search_text: string
    updated_at: Date
    localized_names: Translations
  }
>(`
  UPDATE organizations SET name = $name, parent_key = $parent_key, sort_name = $sort_name, search_text = $search_text,
    updated_at = $updated_at, localized_names = $localized_names::jsonb,
    ${ADDRESS_FIELDS.map((one) => `${one} = $${one}`).join(', ')}
  WHERE client_id = $client_id AND key = $key`)

type ChangedOrganization = Written & { now: Date }

export async function updateOrganization(
  tx: Tx,
  client: Client,
  key: number,
  { name, translations, parentKey, address, sortName, searchText, now }: ChangedOrganization,
): Promise<void> {
  await update(tx, {
    ...address,
    client_id: client.id,
    key,
    name,
    parent_key: parentKey,
    sort_name: sortName,
    search_text: searchText,
    updated_at: now,
    localized_names: translations,
  })
}

const move = statement<never, { client_id: string; key: number; old_above: number[]; new_above: number[] }>(`
  UPDATE organizations
  SET ancestors = $new_above::integer[] || ARRAY(SELECT ancestor FROM unnest(ancestors) AS ancestor WHERE ancestor <> ALL ($old_above::integer[]))
  WHERE client_id = $client_id AND ancestors @> ARRAY[$key::integer]`)

const updateEmployeeAncestors = statement<never, { client_id: string; key: number }>(`
  UPDATE employees employee SET ancestors = ARRAY(
    SELECT DISTINCT ancestor FROM registrations registration
    JOIN organizations organization ON organization.client_id = registration.client_id
      AND organization.key = registration.organization_key
    CROSS JOIN unnest(organization.ancestors) AS ancestor
    WHERE registration.client_id = $client_id AND registration.employee_key = employee.key
      AND (registration.active OR employee.terminated)
    ORDER BY ancestor)
  WHERE client_id = $client_id AND ancestors @> ARRAY[$key::integer]`)

type OrganizationMove = { above: number[]; newAbove: number[] }

/** Gives an organization and all below it, with their employees, other ancestors than before. */
export async function moveOrganization(tx: Tx, client: Client, key: number, { above, newAbove }: OrganizationMove) {
  await move(tx, { client_id: client.id, key, old_above: above, new_above: newAbove })
  await updateEmployeeAncestors(tx, { client_id: client.id, key })
}

const depth = statement<{ depth: number | null }, { client_id: string; key: number }>(`
  SELECT max(cardinality(ancestors) - 1)::integer AS depth FROM organizations
  WHERE client_id = $client_id AND ancestors @> ARRAY[$key::integer]`)

/** How many levels there are down to the deepest organization below this one. */
export async function deepestBelow(db: Db, client: Client, key: number): Promise<number> {
  return (await depth(db, { client_id: client.id, key }))[0]?.depth ?? 0
}

export type OrganizationUse = {
  organizations: string
  employees: string
  managers: string
  documents: string
  articles: string
  policies: string
  groups: string[]
}

const use = statement<OrganizationUse, { client_id: string; parent_key: number; code: string }>(`
  SELECT
    (SELECT count(*) FROM organizations WHERE client_id = $client_id AND parent_key = $parent_key) AS organizations,
    (SELECT count(DISTINCT employee_key) FROM registrations WHERE client_id = $client_id AND organization_key = $parent_key) AS employees,
    (SELECT count(DISTINCT user_key) FROM profile_organizations WHERE client_id = $client_id AND organization_key = $parent_key) AS managers,
    (SELECT count(*) FROM documents WHERE client_id = $client_id AND organization_keys @> ARRAY[$parent_key::integer]) AS documents,
    (SELECT count(*) FROM articles WHERE client_id = $client_id AND audience_key IN (
      SELECT key FROM article_audiences WHERE client_id = $client_id AND $parent_key::integer = ANY (organization_keys))) AS articles,
    (SELECT count(*) FROM retention_policies WHERE client_id = $client_id
      AND organization_keys && ARRAY[$parent_key::integer, -$parent_key::integer]) AS policies,
    ARRAY(SELECT code FROM organization_groups WHERE client_id = $client_id AND $code = ANY (organizations) ORDER BY code) AS groups`)

/** Who relies on an organization. */
export async function useOfOrganization(db: Db, client: Client, key: number, code: string): Promise<OrganizationUse> {
  const [found] = await use(db, { client_id: client.id, parent_key: key, code })
  return (
    found ?? {
      organizations: '0',
      employees: '0',
      managers: '0',
      documents: '0',
      articles: '0',
      policies: '0',
      groups: [],
    }
  )
}

const remove = statement<never, { client_id: string; key: number }>(
  'DELETE FROM organizations WHERE client_id = $client_id AND key = $key',
)

export async function deleteOrganizationRow(tx: Tx, client: Client, key: number): Promise<void> {
  await remove(tx, { client_id: client.id, key })
}

export async function listOrganizations(
  db: Db,
  client: Client,
  { q, parent, below, updated_at_since }: ListOrganizationsQuery,
  request: OrderedRequest,
): Promise<OrganizationRow[]> {
  const { beyond, sequence, limit } = keysetSql('organization', request)
  const conditions = [sql`organization.client_id = ${client.id}`, ...beyond]
  const keyOf = (code: string) => sql`(SELECT key FROM organizations WHERE client_id = ${client.id} AND code = ${code})`
  if (q !== undefined) conditions.push(sql`organization.search_text LIKE ${containing(q)}`)
  if (parent !== undefined) conditions.push(sql`organization.parent_key = ${keyOf(parent)}`)
  if (below !== undefined) conditions.push(sql`organization.ancestors @> ARRAY[${keyOf(below)}]`)
  if (updated_at_since !== undefined) conditions.push(sql`organization.updated_at >= ${updated_at_since}`)
  const { rows } = await sql<OrganizationRow>`
    ${sql.raw(SELECT)} WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
  return rows
}
