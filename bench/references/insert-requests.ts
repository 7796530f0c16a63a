import type pg from 'pg'
import { uuidv7 } from '../../server/src/platform/uuid.ts'
import { doJobs, settingsOfChild } from '../harness/child.ts'
import type { Connection } from '../harness/database.ts'
import { openWriters, writeFor } from '../harness/load/writers.ts'

/** What making a request costs when nothing is done but the inserts, in a transaction: no HTTP, no checks. */
export type InsertRequestsSettings = {
  connection: Connection
  name: string
  connections: number
  clientId: string
  parts: { form_code: string; subject: string; body: string; reason: string }
}
export type InsertRequestsJob = { seconds: number; serials: string }

const INSERTS = {
  request: `INSERT INTO requests (client_id, id, form_code, form_version, subject, sort_subject, body, body_json, origin,
      priority, status, custom_state, employee_key, creator_user_key, manager_keys, visible_by_employee, created_at, updated_at)
    VALUES ($1, nextval('request_ids'), $2, 1, $3, $4, $5, $6, 'API', 'NORMAL', 'created', '', $7, $8, '{}', false, $9, $9)
    RETURNING id`,
  count: `INSERT INTO request_changes_to_count (client_id, change, form_code, status, origin, creator_user_key, created_at)
    VALUES ($1, 1, $2, 'created', 'API', $3, $4)`,
  history: `INSERT INTO request_history (client_id, request_id, action, changes, user_key, actor_type, actor_name, created_at)
    VALUES ($1, $2, 'created', '[]', $3, 'application', 'bench', $4)`,
  event: `INSERT INTO events (client_id, id, type, resource_id, data, actor_type, actor_id, actor_name, created_at)
    VALUES ($1, $2, 'request.created', $3, $4, 'application', 'bench', 'bench', $5)`,
}

const { connection, name, connections, clientId, parts } = settingsOfChild<InsertRequestsSettings>()
const clients = await openWriters(connection, name, connections)
const person = async (table: 'employees' | 'users') =>
  (await clients[0]?.query(`SELECT key FROM ${table} WHERE client_id = $1 ORDER BY key LIMIT 1`, [clientId]))?.rows[0]
    .key
const employee = await person('employees')
const manager = await person('users')

/** As long as the event of a request. */
const data = JSON.stringify({ ...parts, filling: 'x'.repeat(1200) })

doJobs((job: InsertRequestsJob) => writeFor(clients, job, insertOne))

async function insertOne(client: pg.Client, serial: string): Promise<void> {
  const subject = `Subject ${serial}`
  const now = new Date()
  const run = (which: keyof typeof INSERTS, values: unknown[]) =>
    client.query({ name: which, text: INSERTS[which], values })
  const answers = JSON.stringify({ reason: parts.reason })
  await client.query('BEGIN')
  const { rows } = await run('request', [
    clientId,
    parts.form_code,
    subject,
    subject.toLowerCase(),
    parts.body,
    answers,
    employee,
    manager,
    now,
  ])
  await run('count', [clientId, parts.form_code, manager, now])
  await run('history', [clientId, rows[0].id, manager, now])
  await run('event', [clientId, uuidv7(now), rows[0].id, data, now])
  await client.query('COMMIT')
}
