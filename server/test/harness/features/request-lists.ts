import { sql } from 'kysely'
import { COUNTED } from '#modules/requests/listing/count-requests.ts'
import { sortText } from '#platform/text/search-text.ts'
import { applySetup } from '#src/setup.ts'
import type { TestApp } from '#test/harness/app.ts'
import { acme, unique } from '#test/harness/builders.ts'
import { requestCalls } from './requests.ts'

export type Row = { subject: string } & Record<string, unknown>
export type Query = Record<string, string | number> | [string, string][]
export type RequestClient = Awaited<ReturnType<ReturnType<typeof requestLists>['aClient']>>

/** Clients with stored requests, and the list of them. */
export function requestLists(service: TestApp) {
  const { db } = service
  const { call } = requestCalls(service)

  /** A client of its own with two forms, so that no test counts the requests of another. */
  async function aClient() {
    const id = unique('client')
    const key = unique('key')
    const forms = [{ code: 'leave', title: 'Leave', fields: [] }]
    const rest = { name: id, languages: ['en-us'], shared_token: unique('token'), api_keys: [{ name: 'main', key }] }
    await applySetup(service, { clients: [{ id, ...rest, forms }] })
    const owner = { ...acme, client: { id, languages: ['en-us'] } } as unknown as typeof acme
    return { id, key, owner }
  }

  /** Stores requests with what calls cannot choose, such as the moment they were made; they count as others do. */
  async function store({ id: client_id }: RequestClient, rows: Row[]): Promise<void> {
    const whole = rows.map((row, index) => ({
      client_id,
      id: index + 1,
      form_code: 'default',
      form_version: 1,
      sort_subject: sortText(row.subject),
      origin: 'API',
      priority: 'NORMAL',
      status: 'created',
      custom_state: '',
      creator_user_key: 1,
      manager_keys: [],
      visible_by_employee: false,
      created_at: '2024-03-01T12:00:00Z',
      updated_at: '2024-03-01T12:00:00Z',
      ...(row.closed_at ? { status: 'closed' } : {}),
      ...row,
    }))
    const columns = sql.raw(COUNTED.join(', '))
    await sql`WITH made AS (
        INSERT INTO requests SELECT * FROM json_populate_recordset(NULL::requests, ${JSON.stringify(whole)}) RETURNING *
      ) INSERT INTO request_changes_to_count (client_id, change, ${columns})
      SELECT client_id, 1, ${columns} FROM made`.execute(db)
  }

  async function aClientWith(rows: Row[]): Promise<RequestClient> {
    const client = await aClient()
    await store(client, rows)
    return client
  }

  const list = ({ key }: { key: string }, query: Query = {}) =>
    call('GET', `/requests/?${new URLSearchParams(query as [string, string][])}`, { key })

  return { aClient, store, aClientWith, list }
}
