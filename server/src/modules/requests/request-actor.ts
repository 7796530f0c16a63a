import type { Client } from '#kernel/work.ts'
import { type Person, personSql } from '#modules/directory/index.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import type { FieldError } from '#platform/problem.ts'
import type { RequestRow } from './queries.ts'

/**
 * The actor of a change of a request: a manager, the employee of the request, or a person whom the caller did not name.
 */
export type RequestActor = { user_key: string | null; employee_key: string | null; person: Person | null }

const NOBODY: RequestActor = { user_key: null, employee_key: null, person: null }

/** Managers and employees have ids of their own: one who is logged in is looked for among their kind only. */
export type ActorKind = 'manager' | 'employee'

const find = statement<
  RequestActor,
  { client_id: string; technical_id: string; key: string | null; scope: ActorKind | null }
>(`
  SELECT one.key AS user_key, NULL::bigint AS employee_key, ${personSql('one')} AS person FROM users one
  WHERE one.client_id = $client_id AND one.technical_id = $technical_id AND $scope::text IS DISTINCT FROM 'employee'
  UNION ALL
  SELECT NULL, one.key, ${personSql('one')} FROM employees one
  WHERE one.client_id = $client_id AND one.technical_id = $technical_id AND one.key = $key::bigint AND one.deleted_at IS NULL
    AND $scope::text IS DISTINCT FROM 'manager'`)

type SoughtActor = {
  technicalId: string | undefined
  request: Pick<RequestRow, 'employee_key'>
  scope?: ActorKind | undefined
}

/** Undefined when this is neither a manager nor the employee of the request. */
export async function findRequestActor(
  db: Db,
  client: Client,
  { technicalId, request: { employee_key }, scope }: SoughtActor,
): Promise<RequestActor | undefined> {
  if (technicalId === undefined) return NOBODY
  return (
    await find(db, { client_id: client.id, technical_id: technicalId, key: employee_key, scope: scope ?? null })
  )[0]
}

export function unknownActor(field: string, technicalId: string | undefined): FieldError {
  const message = `${technicalId} is neither a manager nor the employee of this request.`
  return { field, code: 'unknown_person', message }
}
