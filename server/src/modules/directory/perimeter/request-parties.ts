import { type RawBuilder, sql } from 'kysely'

/** What stands for the key of the manager in the condition. */
const USER_KEY = '\0'

const isPartySql = (request: string) => `(${request}.manager_keys @> ARRAY[${USER_KEY}]::bigint[]
    OR (${request}.creator_user_key = ${USER_KEY} AND NOT EXISTS (
      SELECT FROM users assigned
      WHERE assigned.client_id = ${request}.client_id AND assigned.key = ANY (${request}.manager_keys))))`

/**
 * Spec 386: whether a request is a manager's own, so that the manager sees it although the employee does not: it is assigned
 * to the manager; or the manager created it and nobody is assigned, so that somebody can assign it. A condition in SQL text;
 * `userKey` is an expression.
 */
export function isPartyTo(request: string, userKey: string): string {
  return isPartySql(request).replaceAll(USER_KEY, userKey)
}

/** The same for rows called `request` in a query that is put together. */
export function isParty(userKey: RawBuilder<unknown>): RawBuilder<boolean> {
  const texts = isPartySql('request')
    .split(USER_KEY)
    .map((text) => sql.raw(text))
  return sql`${sql.join(texts, userKey)}`
}
