import { type RawBuilder, sql } from 'kysely'

/** Whether one of the conditions holds; none of no conditions does. */
export function anyOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` OR `)})`
}
