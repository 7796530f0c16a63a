import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { type Bench, CONNECTIONS, NAMES } from '../harness/bench.ts'
import { startChild } from '../harness/child.ts'
import { compareWriters, nextSerials } from '../harness/compare-writers.ts'
import { employeeOf, managerOf, REQUEST_CLIENTS } from '../harness/content/request-clients.ts'
import { contentType, formOf, SERIAL_BYTES } from '../harness/content/upload-form.ts'
import type { Round } from '../harness/load/load.ts'
import type { InsertRequestsJob, InsertRequestsSettings } from '../references/insert-requests.ts'
import type { RateMeasurement } from './measurement.ts'

const SERIAL = 'S'.repeat(SERIAL_BYTES)
const PARTS = {
  form_code: 'mobility',
  creator_technical_id: managerOf(1),
  employee_technical_id: employeeOf(1),
  subject: `Subject ${SERIAL}`,
  body: `<p>${'A request of some length. '.repeat(8)}</p>`,
  reason: 'family',
}

/** Requests made from a form, against a loop that inserts the rows which each leaves behind, in a transaction. */
export const createRequest: RateMeasurement = {
  name: 'create-request',
  target: undefined,
  async run(bench) {
    const { connection, client } = bench.database
    const before = await countOf(bench)
    const reference = startChild<InsertRequestsJob, Round>('references/insert-requests.ts', {
      connection,
      name: NAMES.reference,
      connections: CONNECTIONS,
      clientId: REQUEST_CLIENTS.small,
      parts: PARTS,
    } satisfies InsertRequestsSettings)
    const comparison = await compareWriters(bench, reference, (seconds) => loadService(bench, seconds))
    await delay(500) // calls that the load generator left unanswered
    const made = (await countOf(bench)) - before
    const { rows } = await client.query<{ events: string }>(
      `SELECT count(*) AS events FROM events WHERE client_id = $1 AND type = 'request.created'`,
      [REQUEST_CLIENTS.large],
    )
    assert.ok(made > 0)
    assert.equal(Number(rows[0]?.events), made)
    return comparison
  },
  loadService,
}

async function countOf({ database: { client } }: Bench): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*) FROM requests WHERE client_id = '${REQUEST_CLIENTS.large}'`,
  )
  return Number(rows[0]?.count)
}

function loadService({ service, load }: Bench, seconds: number): Promise<Round> {
  const body = formOf(PARTS)
  const session = service.withKey(REQUEST_CLIENTS.large)
  return load.ask({
    url: service.url,
    headers: session.headers,
    connections: CONNECTIONS,
    paths: [session.pathOf('/requests/')],
    until: { seconds },
    forms: {
      contentType: contentType(),
      body: body.toString('base64'),
      serialAt: body.indexOf(SERIAL),
      serials: nextSerials(),
      answer: 200,
    },
  })
}
