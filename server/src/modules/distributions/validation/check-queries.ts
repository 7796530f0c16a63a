import { type RawBuilder, sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import { addressOwner, missingIn } from '#modules/distributions/packages/address.ts'
import { ORGANIZATION_OF } from '#modules/distributions/packages/queries.ts'
import type { ProjectRow } from '#modules/distributions/projects/queries.ts'
import type { Db } from '#platform/db/db.ts'
import { ofClient } from '#platform/db/statement.ts'

/** What a person should know of the documents that a project would deliver. */
export type CheckRow = {
  employees: number
  leavers: number
  duplicates: number
  pages: number
  without_address: number
}

/** The same rule as `missingIn`. */
const isIncomplete = (owner: string) => `(
  trim(concat(${owner}.address, ${owner}.address_2, ${owner}.address_3)) = '' OR trim(coalesce(${owner}.postcode, '')) = ''
  OR trim(coalesce(${owner}.city, '')) = '')`

type Addressed = 'organization' | 'employee' | 'complete' | 'incomplete'

/** `allowed` is a condition on `staged`: the documents that the reader may see. */
export async function checkProject(
  db: Db,
  client: Client,
  project: ProjectRow,
  allowed: RawBuilder<boolean> = sql`true`,
): Promise<CheckRow> {
  const addressed = addressedTo(project)
  const { rows } = await sql<CheckRow>`
    SELECT count(DISTINCT staged.employee_key)::integer AS employees,
      count(*) FILTER (WHERE employee.terminated)::integer AS leavers,
      count(*) FILTER (WHERE alike > 1)::integer AS duplicates,
      coalesce(sum(staged.page_count), 0)::integer AS pages,
      count(DISTINCT staged.employee_key) FILTER (WHERE ${lacksAddress(addressed)})::integer AS without_address
    FROM (
      SELECT client_id, employee_key, organization_key, page_count,
        count(*) OVER (PARTITION BY employee_key, document_type_id, period, title) AS alike
      FROM distribution_documents staged
      WHERE client_id = ${client.id} AND project_id = ${project.id} AND outcome IN ('matched', 'assigned') AND ${allowed}
    ) AS staged
    JOIN employees employee ON employee.client_id = ${client.id} AND employee.key = staged.employee_key
    ${addressed === 'organization' ? joinOrganization(client) : sql``}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The query returned no row.')
  return row
}

const joinOrganization = (client: Client) => sql`LEFT JOIN organizations organization
  ON organization.client_id = ${client.id} AND organization.key = ${ofClient(ORGANIZATION_OF, client)}`

function lacksAddress(addressed: Addressed): RawBuilder<unknown> {
  if (addressed === 'complete' || addressed === 'incomplete') return sql`${addressed === 'incomplete'}::boolean`
  return sql.raw(isIncomplete(addressed))
}

/** Without paper no address is needed. */
function addressedTo(project: ProjectRow): Addressed {
  if (!project.paper) return 'complete'
  const owner = addressOwner(project)
  if (owner !== 'project') return owner
  return missingIn(project.package_address).length === 0 ? 'complete' : 'incomplete'
}
