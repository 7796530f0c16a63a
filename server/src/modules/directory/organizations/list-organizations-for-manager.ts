import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '#kernel/access/reader-language.ts'
import { localizedNameSql } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import type {
  ListManagerOrganizationsQuery,
  ManagerOrganization,
} from '#modules/directory/employees/manager-schemas.ts'
import { type Perimeter, perimeterCovers, perimeterOf } from '#modules/directory/perimeter/perimeter.ts'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import type { Db } from '#platform/db/db.ts'
import { containing } from '#platform/db/like.ts'
import type { KeysetPage, PageRequest } from '#platform/db/lists/keyset-page.ts'
import { keysetSql, type ListOrder, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { statement } from '#platform/db/statement.ts'

type Row = ManagerOrganization & { sort_name: string }

const BY_NAME: ListOrder = { column: 'sort_name', tie: 'code', descending: false }

/** Organizations where a manager may do something, by name. */
export async function listOrganizationsForManager(
  db: Db,
  client: Client,
  { reader, query }: { reader: Reader; query: ListManagerOrganizationsQuery },
  page: PageRequest,
): Promise<KeysetPage<ManagerOrganization>> {
  const perimeter = await perimeterOf(db, client, {
    technicalId: reader.technical_id,
    permission: query.permission ?? 'employees:read',
  })
  const filters = { ...query, perimeter, language: reader.language }
  return orderedPage(
    BY_NAME,
    page,
    (request) => fetchRows(db, client, filters, request),
    ({ sort_name: _, ...organization }) => organization,
  )
}

type Filters = ListManagerOrganizationsQuery & { perimeter: Perimeter; language: string | null }

async function fetchRows(
  db: Db,
  client: Client,
  { perimeter, language, q, parent, top }: Filters,
  request: OrderedRequest,
): Promise<Row[]> {
  const { beyond, sequence, limit } = keysetSql('organization', request)
  const within = (alias: string) => perimeterCovers(perimeter, sql.ref(`${alias}.ancestors`))
  const conditions = [sql`organization.client_id = ${client.id}`, within('organization'), ...beyond]
  if (q !== undefined) conditions.push(sql`organization.search_text LIKE ${containing(q)}`)
  if (parent !== undefined) conditions.push(sql`above.code = ${parent}`)
  if (top) conditions.push(sql`above.key IS NULL`)
  // Organizations above, outside the perimeter, stay hidden.
  const { rows } = await sql<Row>`${sql.raw(CUSTOM_PLAN)}
    SELECT organization.code, coalesce(organization.localized_names ->> ${language}, organization.name) AS name,
      organization.sort_name, above.code AS parent,
      cardinality(organization.ancestors) - 1 AS depth,
      EXISTS (SELECT FROM organizations below WHERE below.client_id = ${client.id}
        AND below.parent_key = organization.key AND ${within('below')}) AS has_children
    FROM organizations organization
    LEFT JOIN organizations above ON above.client_id = ${client.id}
      AND above.key = organization.parent_key AND ${within('above')}
    WHERE ${and(conditions)} ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
  return rows
}

function and(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(conditions, sql` AND `)
}

/** The keys of all organizations in a perimeter, for what is filed under organizations. */
export async function organizationsInPerimeter(db: Db, client: Client, perimeter: Perimeter): Promise<Perimeter> {
  if (perimeter.organizationKeys.length === 0) return { organizationKeys: [] }
  const { rows } = await sql<{ key: number }>`${sql.raw(CUSTOM_PLAN)}
    SELECT key FROM organizations WHERE client_id = ${client.id} AND ${perimeterCovers(perimeter, sql`ancestors`)}`.execute(
    db,
  )
  return { organizationKeys: rows.map((row) => row.key) }
}

const names = statement<
  { code: string; name: string },
  { client_id: string; codes: string[]; language: string | null }
>(`
  SELECT organization.code, ${localizedNameSql('organization', '$language')} AS name FROM organizations organization
  WHERE organization.client_id = $client_id AND organization.code = ANY ($codes)`)

/** The names of organizations in a language, by their codes. */
export async function organizationNames(
  db: Db,
  client: Client,
  codes: Iterable<string>,
  language: string | null,
): Promise<(code: string) => string> {
  const wanted = [...new Set(codes)]
  const found = new Map(
    wanted.length === 0
      ? []
      : (await names(db, { client_id: client.id, codes: wanted, language })).map((row) => [row.code, row.name]),
  )
  return (code) => found.get(code) ?? code
}
