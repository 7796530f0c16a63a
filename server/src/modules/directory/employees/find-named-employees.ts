import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

/** How a file names an employee: by the technical id, or by the number and perhaps the organization. */
export type EmployeeName = {
  technicalId: string | undefined
  number: string | undefined
  organization: string | undefined
}

/** An employee who may be meant; `position` is which of the names, `organization_key` the organization that it names. */
export type Candidate = { position: number; employee_key: string; organization_key: number | null }

const find = statement<
  Candidate,
  { client_id: string; technical_ids: (string | null)[]; numbers: (string | null)[]; organizations: (string | null)[] }
>(`
  SELECT named.position::integer AS position, employee.key::text AS employee_key, NULL::integer AS organization_key
  FROM unnest($technical_ids::text[]) WITH ORDINALITY AS named (technical_id, position)
  JOIN employees employee ON employee.client_id = $client_id AND employee.technical_id = named.technical_id
  WHERE employee.deleted_at IS NULL
  UNION ALL
  SELECT DISTINCT ON (named.position, employee.key) named.position::integer, employee.key::text,
    CASE WHEN named.organization IS NOT NULL THEN registration.organization_key END
  FROM unnest($technical_ids::text[], $numbers::text[], $organizations::text[]) WITH ORDINALITY AS named (technical_id, number, organization, position)
  JOIN registrations registration ON registration.client_id = $client_id AND registration.employee_number = named.number
  JOIN employees employee ON employee.client_id = $client_id AND employee.key = registration.employee_key
  WHERE named.technical_id IS NULL AND employee.deleted_at IS NULL AND (named.organization IS NULL
    OR registration.organization_key = (
      SELECT key FROM organizations WHERE client_id = $client_id AND code = named.organization))
  ORDER BY position, employee_key`)

/** The employees that match each of many names: none, one or several. */
export async function findNamedEmployees(
  db: Db,
  client: Client,
  names: readonly EmployeeName[],
): Promise<Candidate[][]> {
  const candidates: Candidate[][] = names.map(() => [])
  if (names.length === 0) return candidates
  const column = (of: (name: EmployeeName) => string | undefined) => names.map((one) => of(one) ?? null)
  const rows = await find(db, {
    client_id: client.id,
    technical_ids: column((one) => one.technicalId),
    numbers: column((one) => one.number),
    organizations: column((one) => one.organization),
  })
  for (const row of rows) candidates[row.position - 1]?.push(row)
  return candidates
}
