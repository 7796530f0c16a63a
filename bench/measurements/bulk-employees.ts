import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { type Bench, NAMES } from '../harness/bench.ts'
import { startChild } from '../harness/child.ts'
import { compareWriters, nextSerials } from '../harness/compare-writers.ts'
import { COMPANIES, newEmployee } from '../harness/content/people.ts'
import { type Round, summarise } from '../harness/load/load.ts'
import type { InsertPeopleJob, InsertPeopleSettings } from '../references/insert-people.ts'
import type { RateMeasurement } from './measurement.ts'

const ROWS = 1000

/** POST /employees/bulk of new employees, a thousand at a time, against INSERTs of the same thousand finished rows. */
export const bulkEmployees: RateMeasurement = {
  name: 'bulk-employees',
  target: undefined,
  async run(bench) {
    const { connection } = bench.database
    const child = startChild<InsertPeopleJob, Round>('references/insert-people.ts', {
      connection,
      name: NAMES.reference,
      clientId: COMPANIES.large,
      rows: ROWS,
      office: await anOffice(bench),
    } satisfies InsertPeopleSettings)
    const comparison = await compareWriters(bench, child, (seconds) => loadService(bench, seconds))
    await checkEvents(bench)
    return comparison
  },
  loadService,
}

async function loadService(bench: Bench, seconds: number): Promise<Round> {
  const session = await bench.service.as(COMPANIES.large)
  const { code } = await anOffice(bench)
  const serials = nextSerials()
  const latencies: number[] = []
  const startedAt = performance.now()
  let spentOnRows = 0
  for (let batch = 0; performance.now() - startedAt - spentOnRows < seconds * 1000; batch += 1) {
    const madeAt = performance.now()
    const employees = Array.from({ length: ROWS }, (_, index) => newEmployee(`${serials}x${batch}`, index, code))
    const now = performance.now()
    spentOnRows += now - madeAt
    const { body } = await session.call<{ created: number }>('POST', '/employees/bulk', { employees })
    latencies.push(performance.now() - now)
    assert.equal(body.created, ROWS)
  }
  return summarise(latencies, performance.now() - startedAt - spentOnRows)
}

async function anOffice({ database: { client } }: Bench) {
  const { rows } = await client.query<{ key: number; code: string; ancestors: number[] }>(
    `SELECT key, code, ancestors FROM organizations WHERE client_id = $1 AND code = 'org-3-1-1'`,
    [COMPANIES.large],
  )
  const [office] = rows
  if (!office) throw new Error('The office is not there.')
  return office
}

/** Every created employee must have its event, or the measurement left out work of the service. */
async function checkEvents({ database: { client } }: Bench): Promise<void> {
  await delay(500) // calls that were left unanswered
  const { rows } = await client.query<{ employees: string; events: string }>(
    `SELECT (SELECT count(*) FROM employees WHERE client_id = $1 AND technical_id LIKE 'N%') AS employees,
            (SELECT count(*) FROM events WHERE client_id = $1 AND type = 'employee.created') AS events`,
    [COMPANIES.large],
  )
  assert.equal(rows[0]?.events, rows[0]?.employees)
}
