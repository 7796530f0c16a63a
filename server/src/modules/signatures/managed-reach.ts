import { type RawBuilder, sql } from 'kysely'
import { fewEmployeesWithin, isWithin, type ManagerReach, managerReach } from '#modules/directory/index.ts'
import type { Db } from '#platform/db/db.ts'
import type { Filter } from '#platform/db/filtered-page.ts'
import type { Client } from '#platform/db/work.ts'
import type { SessionPerson } from '#platform/http/session-person.ts'
import { type FieldError, notFound, Problem } from '#platform/problem.ts'
import { findProcess, type ProcessRow } from './process-queries.ts'
import type { ProcessPatch } from './process-schemas.ts'

/**
 * The processes that a manager may do something with: those that they made, and those for folders of employees in their
 * perimeter; or all, when they may do it for the whole client.
 */
export type Reach = ManagerReach

export function signatureReach(
  db: Db,
  client: Client,
  person: SessionPerson,
  action: 'read' | 'write',
): Promise<Reach> {
  return managerReach(db, client, person, `signatures:${action}`)
}

/** The same as a condition on rows called `process`. */
export function isInReach({ userKey, perimeter }: Reach): RawBuilder<boolean> {
  if (perimeter === 'everything') return sql`true`
  return sql`(process.creator_user_key = ${userKey}::bigint OR EXISTS (SELECT FROM employees employee
    WHERE employee.client_id = process.client_id AND employee.key = process.employee_key
      AND ${isWithin(perimeter, sql`employee.places`)}))`
}

/** The same for lists: whoever has few employees is not to walk through the processes of all others. */
export async function reachFilter(db: Db, client: Client, reach: Reach): Promise<Filter> {
  const { userKey, perimeter } = reach
  const keys = perimeter === 'everything' ? undefined : await fewEmployeesWithin(db, client, perimeter)
  if (keys === undefined) return { onWalk: isInReach(reach) }
  return {
    onWalk: sql`(process.creator_user_key = ${userKey}::bigint OR process.employee_key = ANY (${keys}::bigint[]))`,
    findsLittle: true,
  }
}

/** What is out of reach is as if it were not there. */
export async function getManagedProcess(db: Db, client: Client, reach: Reach, id: string): Promise<ProcessRow> {
  const process = await findProcess(db, client, id)
  if (!process || !(await hasInReach(db, client, reach, process))) throw notFound('signature process', id)
  return process
}

export async function hasInReach(db: Db, client: Client, reach: Reach, { key }: ProcessRow): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM signature_processes process
    WHERE process.client_id = ${client.id} AND process.key = ${key}::bigint AND ${isInReach(reach)}`.execute(db)
  return rows.length > 0
}

/** Employees beyond the perimeter can be neither asked to sign nor filed for: for the manager there are none such. */
export async function refuseBeyond(db: Db, client: Client, reach: Reach, input: ProcessPatch): Promise<void> {
  if (reach.perimeter === 'everything') return
  const named: { field: string; technicalId: string }[] = [
    ...(input.employee_technical_id
      ? [{ field: 'employee_technical_id', technicalId: input.employee_technical_id }]
      : []),
    ...(input.signers ?? []).flatMap(({ type, technical_id }, index) =>
      type === 'employee' && technical_id
        ? [{ field: `signers.${index}.technical_id`, technicalId: technical_id }]
        : [],
    ),
  ]
  const { rows } = await sql<{ technical_id: string }>`
    SELECT technical_id FROM employees employee WHERE client_id = ${client.id} AND deleted_at IS NULL
      AND technical_id = ANY (${named.map((one) => one.technicalId)}::text[])
      AND ${isWithin(reach.perimeter, sql`employee.places`)}`.execute(db)
  const within = new Set(rows.map((row) => row.technical_id))
  const errors = named.flatMap(({ field, technicalId }): FieldError[] => {
    if (within.has(technicalId)) return []
    return [{ field, code: 'unknown_employee', message: `There is no employee ${technicalId} in your perimeter.` }]
  })
  if (errors.length === 0) return
  const message = 'This names an employee whom you do not look after.'
  throw new Problem('forbidden', 'outside_perimeter', message, { fields: errors })
}
