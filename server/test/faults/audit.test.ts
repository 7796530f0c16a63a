import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { verifyChain } from '#modules/audit/index.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { auditCalls } from '#test/harness/features/audit.ts'
import { holdChange, type Trigger, untilHeld, WITHIN_SECONDS } from './killed-jobs.ts'
import { inLength } from './length.ts'
import { startChainWriter } from './processes.ts'

const TOGETHER = 10

/** Where a writer can be made to wait. */
const POINTS: Record<string, Trigger> = {
  /** The entries are taken from what waits, and in no table. */
  before_the_entries: { table: 'audit_entries', event: 'INSERT', when: 'true' },
  /** The entries are in the chain, and their people are not. */
  before_the_people: { table: 'audit_people', event: 'INSERT', when: 'true' },
  /** Everything is there but the head. */
  before_the_head: { table: 'audit_heads', event: 'UPDATE', when: 'true' },
  /** Within the commit, which the database ends without the writer. */
  within_the_commit: { table: 'audit_heads', event: 'UPDATE', when: 'true', isInCommit: true },
}

/** Writes entries down, and remembers them: every entry of a moment, for both clients. */
function aLedger(service: TestApp) {
  const { recorded } = auditCalls(service)
  const ids: string[] = []
  async function write(): Promise<void> {
    const entries = Array.from({ length: TOGETHER }, () => {
      const id = unique('doc')
      return { action: 'document.viewed', resource: { type: 'employee_document', id } } as const
    })
    await recorded(entries)
    await recorded(entries, globex)
    ids.push(...entries.map(({ resource }) => resource.id))
  }
  /** Each is in the chain of each client once, and both chains hold. */
  async function assertTrue(): Promise<void> {
    const { pool, db } = service
    await eventually(async () => (await pool.query('SELECT FROM audit_pending LIMIT 1')).rows.length === 0, {
      withinSeconds: WITHIN_SECONDS,
    })
    for (const client of ['acme', 'globex']) {
      const { rows } = await pool.query<{ resource_id: string }>(
        `SELECT resource_id FROM audit_entries WHERE client_id = $1 AND action = 'document.viewed' ORDER BY sequence`,
        [client],
      )
      assert.deepEqual(
        rows.map((row) => row.resource_id),
        ids,
        client,
      )
      const people = await pool.query('SELECT FROM audit_people WHERE client_id = $1', [client])
      assert.equal(people.rows.length, (await verifyChain(db, client)).entries)
    }
  }
  return { write, assertTrue }
}

describe('writers of the audit trail that are killed with -9', () => {
  test('leave no hole and no entry twice, whatever they were doing', async () => {
    const service = await startApp()
    const ledger = aLedger(service)
    let writer = await startChainWriter(service)
    for (const [name, trigger] of Object.entries(POINTS)) {
      const held = await holdChange(service, name, trigger)
      await ledger.write()
      await untilHeld(held)
      await writer.end('SIGKILL')
      writer = await startChainWriter(service)
      await held.release()
      await service.pool.query(`DROP TRIGGER ${name} ON ${trigger.table}`)
    }
    await ledger.assertTrue()
    await writer.end('SIGTERM')
  })

  test('nor at any moment, two at a time', async () => {
    const service = await startApp()
    const ledger = aLedger(service)
    const kills = inLength(8, 200)
    let isKilling = true
    const writing = (async () => {
      while (isKilling) {
        await ledger.write()
        await delay(Math.random() * 30)
      }
    })()
    let other = await startChainWriter(service)
    for (let kill = 0; kill < kills; kill += 1) {
      const writer = await startChainWriter(service)
      await delay(Math.random() * 300)
      await other.end('SIGKILL')
      other = writer
    }
    isKilling = false
    await writing
    await ledger.assertTrue()
    await other.end('SIGTERM')
  })
})
