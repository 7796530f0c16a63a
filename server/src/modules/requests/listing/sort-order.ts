import { type RawBuilder, sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import type { ListRequestsQuery, NAMED_SORTS, OWN_SORTS } from '#modules/requests/schemas.ts'

/**
 * How a list is sorted: on rows called `request` with what is joined to them to find the page, and on the rows of the page
 * with their `form` to show it.
 */
export type Sequence = { joins?: RawBuilder<unknown>; found: string; shown: string }

type Sort = NonNullable<ListRequestsQuery['order_by']>
type OwnSort = (typeof OWN_SORTS)[number]
type NamedSort = (typeof NAMED_SORTS)[number]

/** Columns in the order of an index: a page is read along it, however many requests there are. */
const INDEXED: Record<OwnSort, readonly string[]> = {
  id: ['id'],
  subject: ['sort_subject', 'id'],
  status: ['status', 'created_at', 'id'],
  custom_state: ['custom_state COLLATE "C"', 'id'],
  origin: ['origin', 'created_at', 'id'],
  priority: ['priority', 'created_at', 'id'],
  visible_by_employee: ['visible_by_employee', 'created_at', 'id'],
  created_at: ['created_at', 'id'],
  updated_at: ['updated_at', 'id'],
  closed_at: ['closed_at', 'id'],
  processing_date_due: ['processing_date_due', 'id'],
  processing_start_date: ['processing_start_date', 'id'],
}

const manager = (key: string) =>
  `SELECT one.sort_name FROM users one WHERE one.client_id = $client_id AND one.key = request.${key}`
const employee = (key: string) => `SELECT one.sort_name FROM employees one
  WHERE one.client_id = $client_id AND one.key = request.${key} AND one.deleted_at IS NULL`

/** The form as it was when the request was made: its texts are read once for each version. */
const joinForm = (client: Client) => sql`JOIN (
    SELECT code, version, lower(definition ->> 'title') AS title, lower(definition -> 'category' ->> 'name') AS category
    FROM form_versions WHERE client_id = ${client.id} OFFSET 0
  ) AS kept ON kept.code = request.form_code AND kept.version = request.form_version`

const joinPerson = (table: 'users' | 'employees', alias: string, key: string) =>
  sql`LEFT JOIN ${sql.table(table)} AS ${sql.id(alias)}
    ON ${sql.ref(`${alias}.client_id`)} = request.client_id AND ${sql.ref(`${alias}.key`)} = ${sql.ref(`request.${key}`)}
    ${table === 'employees' ? sql`AND ${sql.ref(`${alias}.deleted_at`)} IS NULL` : sql``}`

/** Orders that lie outside of a request: what the filters leave is sorted. */
const JOINED: Record<NamedSort, Omit<Sequence, 'joins'> & { joins: (client: Client) => RawBuilder<unknown> }> = {
  form: { joins: joinForm, found: 'kept.title COLLATE "C"', shown: 'lower(form.title) COLLATE "C"' },
  category: {
    joins: joinForm,
    found: 'kept.category COLLATE "C"',
    shown: `lower(form.category ->> 'name') COLLATE "C"`,
  },
  employee: {
    joins: () => joinPerson('employees', 'employee', 'employee_key'),
    found: 'employee.sort_name',
    shown: `(${employee('employee_key')})`,
  },
  creator: {
    joins: () =>
      sql`${joinPerson('users', 'maker', 'creator_user_key')} ${joinPerson('employees', 'author', 'creator_employee_key')}`,
    found: 'coalesce(maker.sort_name, author.sort_name)',
    shown: `coalesce((${manager('creator_user_key')}), (${employee('creator_employee_key')}))`,
  },
  closed_by: {
    joins: () => joinPerson('users', 'closer', 'closed_by_user_key'),
    found: 'closer.sort_name',
    shown: `(${manager('closed_by_user_key')})`,
  },
}

/** What has no value comes last, and first in descending order. Ties are broken by the id. */
export function sequenceOf(client: Client, sort: Sort): Sequence {
  const name = sort.replace(/^-/, '') as OwnSort | NamedSort
  const direction = sort.startsWith('-') ? 'DESC' : 'ASC'
  const directed = (...columns: string[]) => columns.map((column) => `${column} ${direction}`).join(', ')
  if (name in JOINED) {
    const { joins, found, shown } = JOINED[name as NamedSort]
    return { joins: joins(client), found: directed(found, 'request.id'), shown: directed(shown, 'request.id') }
  }
  const sequence = directed(...INDEXED[name as OwnSort].map((column) => `request.${column}`))
  return { found: sequence, shown: sequence }
}
