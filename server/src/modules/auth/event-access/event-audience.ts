import { type RawBuilder, sql } from 'kysely'
import { covers, issuedFor } from '#kernel/access/permission.ts'
import type { Client } from '#kernel/work.ts'
import { isPartyTo } from '#modules/directory/index.ts'
import { fragment } from '#platform/db/statement.ts'
import type { EventReader } from './event-access.ts'

/** SQL expressions: the columns of an event, and its reader, a manager with the permissions held for the whole client. */
type EventColumns = { client: string; type: string; data: string; manager: string; readsAll: string }

/** Whether permissions of a manager, as an expression of SQL, include reading requests that are for assigned managers only. */
export const readsAllRequests = (permissions: string) =>
  `${permissions} && '{${issuedFor('requests:read_all').join(',')}}'::text[]`

/**
 * Whether a manager who may read a kind of resource may read the one that an event describes, as a condition
 * of SQL. Requests that the employee does not see are for their managers (spec 386); of a request that was deleted, the last
 * event says whose it was. A note that names its readers is for those (spec 274).
 */
export const managerMayRead = ({ client, type, data, manager, readsAll }: EventColumns) => {
  const id = `coalesce(${data} ->> 'request_id', ${data} ->> 'id')`
  return `CASE split_part(${type}, '.', 1)
    WHEN 'request' THEN ${readsAll} OR CASE
      WHEN EXISTS (SELECT FROM requests request WHERE request.client_id = ${client} AND request.id = (${id})::bigint)
      THEN EXISTS (
        SELECT FROM requests request JOIN users reader
          ON reader.client_id = request.client_id AND reader.technical_id = ${manager}
        WHERE request.client_id = ${client} AND request.id = (${id})::bigint
          AND (request.visible_by_employee OR ${isPartyTo('request', client, 'reader.key')}))
      ELSE EXISTS (
        SELECT FROM events last
        WHERE last.client_id = ${client} AND last.resource_id = ${id} AND last.resource_id <> ''
          AND last.type = 'request.deleted'
          AND ((last.data ->> 'visible_by_employee')::boolean OR (last.data -> 'managers_assigned')::jsonb
            @> jsonb_build_array(jsonb_build_object('technical_id', ${manager}))))
      END
    WHEN 'note' THEN ${data} ->> 'visible_by_managers' IS NULL
      OR (${data} -> 'visible_by_managers')::jsonb ? ${manager}
    ELSE true END`
}

/** The same for a reader of a list; nothing for a reader who is not a manager. */
export function isForReader(
  client: Client,
  { actor, permissions }: EventReader,
  event: Pick<EventColumns, 'type' | 'data'>,
): RawBuilder<boolean> | undefined {
  if (actor.type !== 'user') return undefined
  const readsAll = String(covers(permissions, 'requests:read_all'))
  const condition = managerMayRead({ ...event, client: '$client_id', manager: '$manager', readsAll })
  return fragment(condition, { client_id: sql`${client.id}`, manager: sql`${actor.id}::text` })
}
