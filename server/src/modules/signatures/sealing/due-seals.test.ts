import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { beforeEach, describe, test } from 'node:test'
import { Registry } from 'prom-client'
import type { JobDeps } from '#kernel/jobs.ts'
import { renewSeals } from '#modules/signatures/jobs.ts'
import { openLongTermSeals, RETRY_AFTER_MS } from '#platform/seal/long-term/long-term-seals.ts'
import { TimestampRefused } from '#platform/seal/timestamp-refused.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { acme, unique } from '#test/harness/builders.ts'
import { settableClock } from '#test/harness/clock.ts'
import { signatureCalls } from '#test/harness/features/signatures.ts'
import { anOwner, runJob } from '#test/harness/features/webhooks/deliveries.ts'
import { type DueSeal, listDueSeals, postponeRenewal } from './queries.ts'

const FIRST = { client_id: '', process_id: '00000000-0000-0000-0000-000000000000' }
const DAY_MS = 24 * 60 * 60 * 1000
const service = await startApp()
const { db, pool, doWork, clock } = service
const { created, signed, read, eventsOf } = signatureCalls(service)
clock.stop()

const sample = await signed()
const now = clock.now()
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS)
/** Before the run of the next day. */
const TOMORROW = new Date(now.getTime() + RETRY_AFTER_MS)
const missing = createHash('sha256').update('missing').digest('hex')
/** Extends seals without asking anybody: the certificate of the sample was made for its client. */
const longTermSeals = openLongTermSeals(
  { ...service, log: { warn: () => undefined }, metrics: new Registry() },
  { renewalDays: 90 },
)

beforeEach(async () => {
  await pool.query('UPDATE signature_files SET renew_at = NULL')
})

/** So many sealed documents of a client, of which there is nothing but the rows, in the order of a run. */
async function sealedRows(count: number, { client = 'acme', sha256 = missing, renewAt = inDays(-1) } = {}) {
  await pool.query(
    `INSERT INTO signature_types (client_id, id, name, localized_names, localized_consents, created_at, updated_at)
     SELECT $1, id, name, localized_names, localized_consents, created_at, updated_at FROM signature_types
     WHERE client_id = 'acme' AND id = $2 ON CONFLICT DO NOTHING`,
    [client, sample.signature_type_id],
  )
  const { rows } = await pool.query(
    `WITH made AS (
       INSERT INTO signature_processes (client_id, id, signature_type_id, title, status, metas, filters, auto_send, search_text, started_at, created_at, updated_at)
       SELECT $1, gen_random_uuid(), signature_type_id, title, status, metas, filters, auto_send, search_text, started_at, created_at, updated_at
       FROM signature_processes, generate_series(1, $2::integer) WHERE id = $3 RETURNING id)
     INSERT INTO signature_files (client_id, id, version, filename, size, sha256, page_count, renew_at)
     SELECT $1, id, 'sealed', 'a.pdf', 1, $4, 1, $5 FROM made RETURNING id`,
    [client, count, sample.id, sha256, renewAt],
  )
  return rows.map((row) => row.id as string).toSorted()
}

const list = (more: Partial<Parameters<typeof listDueSeals>[1]> = {}) =>
  listDueSeals(db, { now, ...FIRST, limit: 100, ...more })
const idsOf = (found: DueSeal[]) => found.map((one) => one.process_id)
const renewAtOf = async (id: string): Promise<Date | null> =>
  (await pool.query(`SELECT renew_at FROM signature_files WHERE id = $1 AND version = 'sealed'`, [id])).rows[0].renew_at

describe('listDueSeals', () => {
  test('finds what is due now, with what it takes to renew it, and nothing that is due later or never', async () => {
    const [due = ''] = await sealedRows(1, { renewAt: now })
    await sealedRows(1, { renewAt: new Date(now.getTime() + 1) })

    const found = await list()

    const { languages } = acme.client
    const expected = { client_id: 'acme', languages, process_id: due, filename: 'a.pdf', sha256: missing }
    assert.deepEqual(found, [expected])
  })

  test('finds no document that is not sealed', async () => {
    const { id } = await created()
    await pool.query('UPDATE signature_files SET renew_at = $2 WHERE id = $1', [id, inDays(-1)])

    assert.deepEqual(await list(), [])
  })

  test('goes on behind a place, client by client, however the days are', async () => {
    const { client } = await anOwner(service)
    const theirs = await sealedRows(2, { client: client.id, renewAt: inDays(-9) })
    const own = await sealedRows(3)
    const all = client.id < 'acme' ? [...theirs, ...own] : [...own, ...theirs]

    const pages: string[][] = []
    for (let last: DueSeal | undefined, page = await list({ limit: 2 }); page.length > 0; ) {
      pages.push(idsOf(page))
      last = page.at(-1)
      page = await list({ limit: 2, ...(last && { client_id: last.client_id, process_id: last.process_id }) })
    }

    assert.deepEqual(pages, [all.slice(0, 2), all.slice(2, 4), all.slice(4)])
    assert.deepEqual(
      idsOf(await list({ client_id: 'acme', process_id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' })),
      client.id < 'acme' ? [] : theirs,
    )
  })
})

describe('postponeRenewal', () => {
  const postpone = (process_id: string, sha256: string, renew_at: Date | null, client_id = 'acme') =>
    doWork(acme, ({ tx }) => postponeRenewal(tx, { client_id, process_id, sha256, renew_at }))

  test('sets another day, or none', async () => {
    const [id = ''] = await sealedRows(1)

    await postpone(id, missing, inDays(7))
    assert.deepEqual(await renewAtOf(id), inDays(7))
    await postpone(id, missing, null)

    assert.equal(await renewAtOf(id), null)
  })

  test('leaves a document alone that was renewed meanwhile, is of another client, or is not sealed', async () => {
    const [id = ''] = await sealedRows(1)
    const draft = await created()

    await postpone(id, sample.signed_document?.sha256 ?? '', inDays(7))
    await postpone(id, missing, inDays(7), 'globex')
    await postpone(draft.id, draft.document.sha256, inDays(7))

    assert.deepEqual(await renewAtOf(id), inDays(-1))
    const { rows } = await pool.query('SELECT renew_at FROM signature_files WHERE id = $1', [draft.id])
    assert.deepEqual(rows, [{ renew_at: null }])
  })
})

describe('a run over many documents', () => {
  const sealing: TestApp & Partial<JobDeps> = Object.assign({ longTermSeals }, service)
  const renew = (more: Partial<JobDeps> = {}) => runJob(Object.assign({}, sealing, more), renewSeals, {})

  test('comes to all of them, in batches, though each of them fails; and to none twice', async () => {
    const ids = await sealedRows(203)

    await assert.rejects(renew(), (error) => {
      assert.ok(error instanceof AggregateError)
      assert.equal(error.message, '203 sealed documents were not renewed.')
      const messages = new Set(error.errors.map((one: Error) => one.message))
      assert.deepEqual([...messages], [`The bytes of a file are missing: ${missing}`])
      return true
    })

    assert.deepEqual(await list({ limit: 500 }), [])
    for (const id of [ids[0], ids[100], ids[202]]) assert.deepEqual(await renewAtOf(id ?? ''), TOMORROW)
    await renew()
  })

  test('stops where the worker is told to, and the next run goes on', async () => {
    const [id = ''] = await sealedRows(1)
    const signal = AbortSignal.abort(new Error('the worker stops'))

    await assert.rejects(renewSeals.run({}, { ...service, longTermSeals, signal }), /the worker stops/)
    assert.deepEqual(idsOf(await list()), [id])
    await assert.rejects(renew(), /1 sealed documents/)

    assert.deepEqual(idsOf(await list()), [])
  })

  test('leaves one alone that is deleted while it is renewed', async () => {
    const process = await signed({ title: unique('gone') })
    await pool.query(`UPDATE signature_files SET renew_at = $2 WHERE id = $1 AND version = 'sealed'`, [
      process.id,
      inDays(-1),
    ])
    const extend: typeof longTermSeals.extend = async (file) => {
      await service.v2('DELETE', `/signature_processes/${process.id}`)
      return longTermSeals.extend(file)
    }

    await renew({ longTermSeals: { extend } })

    const { rows } = await pool.query('SELECT count(*)::integer AS count FROM signature_files WHERE id = $1', [
      process.id,
    ])
    assert.equal(rows[0].count, 0)
    assert.equal((await eventsOf(process.id)).at(-1)?.event, 'deleted')
  })

  test('keeps the file and its day when the transaction of a renewal fails, and tries it again tomorrow', async () => {
    const sealed = await read(sample.id)
    await pool.query(`UPDATE signature_files SET renew_at = $2 WHERE id = $1 AND version = 'sealed'`, [
      sample.id,
      inDays(-1),
    ])
    let calls = 0
    const failing: typeof doWork = (caller, operation) =>
      doWork(caller, async (work) => {
        const result = await operation(work)
        calls += 1
        if (calls === 1) throw new Error('a later step')
        return result
      })

    await assert.rejects(renew({ doWork: failing }), /1 sealed documents/)

    assert.deepEqual(await read(sample.id), sealed)
    assert.deepEqual(await renewAtOf(sample.id), TOMORROW)
  })

  test('is repeated by the next daily run for what was postponed, and no earlier', async () => {
    await pool.query(`UPDATE signature_files SET renew_at = $2 WHERE id = $1 AND version = 'sealed'`, [sample.id, now])
    const daily = { clock: settableClock(), attempts: 0 }
    daily.clock.stop()
    const timestamp = () => {
      daily.attempts += 1
      // A run takes its time: it postpones from a later moment than the one at which it began.
      daily.clock.advance(60 * 60)
      return Promise.reject(new TimestampRefused('down'))
    }
    const seals = openLongTermSeals(
      { ...service, clock: daily.clock, log: { warn: () => undefined }, metrics: new Registry() },
      { timestamp, renewalDays: 90 },
    )
    const run = () => renew({ clock: daily.clock, longTermSeals: seals })

    await run()
    daily.clock.advance(10 * 60 * 60)
    await run()
    assert.equal(daily.attempts, 1)
    daily.clock.advance(13 * 60 * 60)
    await run()

    assert.equal(daily.attempts, 2)
  })
})
