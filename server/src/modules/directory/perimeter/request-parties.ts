import { type RawBuilder, sql } from 'kysely'
import { fragment } from '#platform/db/statement.ts'
import type { Tenant } from '#platform/db/work.ts'

/**
 * Spec 386: whether a request is a manager's own, so that the manager sees it although the employee does not: it is assigned
 * to the manager; or the manager created it and nobody is assigned, so that somebody can assign it. A condition in SQL text;
 * `client` and `userKey` are expressions.
 */
export function isPartyTo(request: string, client: string, userKey: string): string {
  return `(${request}.manager_keys @> ARRAY[${userKey}]::bigint[]
    OR (${request}.creator_user_key = ${userKey} AND NOT EXISTS (
      SELECT FROM users assigned
      WHERE assigned.client_id = ${client} AND assigned.key = ANY (${request}.manager_keys))))`
}

/** The same for rows called `request` in a query that is put together. */
export function isParty(client: Tenant, userKey: RawBuilder<unknown>): RawBuilder<boolean> {
  return fragment(isPartyTo('request', '$client_id', '$user_key'), { client_id: sql`${client.id}`, user_key: userKey })
}
