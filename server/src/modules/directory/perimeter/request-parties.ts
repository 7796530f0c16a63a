import type { RawBuilder } from 'kysely'
import { fragment } from '#platform/db/statement.ts'

/**
 * Spec 386: whether a request is a manager's own, so that the manager sees it although the employee does not: it is assigned
 * to the manager; or the manager created it and nobody is assigned, so that somebody can assign it. A condition in SQL text;
 * `userKey` is an expression.
 */
export function isPartyTo(request: string, userKey: string): string {
  return `(${request}.manager_keys @> ARRAY[${userKey}]::bigint[]
    OR (${request}.creator_user_key = ${userKey} AND NOT EXISTS (
      SELECT FROM users assigned
      WHERE assigned.client_id = ${request}.client_id AND assigned.key = ANY (${request}.manager_keys))))`
}

/** The same for rows called `request` in a query that is put together. */
export function isParty(userKey: RawBuilder<unknown>): RawBuilder<boolean> {
  return fragment(isPartyTo('request', '$user_key'), { user_key: userKey })
}
