import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { recordAudit } from '#kernel/audit/record-audit.ts'
import { verifyChain } from '#modules/audit/verification/verify-chain.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { auditCalls } from '#test/harness/features/audit.ts'
import { chainPending } from './chain-pending.ts'
import { ChainWriter } from './chain-writer.ts'

const service = await startApp()
const { db, pool, log, doWork } = service
const { recorded, chain } = auditCalls(service)
const aLook = (id: string) => ({ action: 'document.viewed', resource: { type: 'employee_document', id } }) as const
const many = (id: string, count: number) => Array.from({ length: count }, () => aLook(id))
async function sequencesOf(id: string): Promise<number[]> {
  const rows = await db.selectFrom('audit_entries').select('sequence').where('resource_id', '=', id).execute()
  return rows.map((row) => Number(row.sequence)).toSorted((a, b) => a - b)
}

describe('putting entries in the chain', () => {
  test('keeps their order, in batches of any size, and leaves nothing behind', async () => {
    const ids = Array.from({ length: 25 }, () => unique('doc'))
    for (const id of ids) await recorded([aLook(id)])

    await chain('acme', 4)

    const { rows } = await pool.query(
      `SELECT resource_id FROM audit_entries WHERE client_id = 'acme' AND resource_id = ANY ($1) ORDER BY sequence`,
      [ids],
    )
    assert.deepEqual(
      rows.map((row) => row.resource_id),
      ids,
    )
    assert.equal(
      (await verifyChain(db, 'acme')).entries,
      (await pool.query(`SELECT count(*)::integer AS n FROM audit_entries WHERE client_id = 'acme'`)).rows[0].n,
    )
    assert.equal((await pool.query(`SELECT FROM audit_pending WHERE client_id = 'acme'`)).rows.length, 0)
  })

  test('by several workers at once makes one chain: no hole, nothing twice', async () => {
    const id = unique('doc')
    for (let n = 0; n < 20; n += 1) await recorded(many(id, 10))
    const work = async () => {
      for (let left = true; left; ) {
        const taken = await chainPending(db, 'acme', 7)
        left = taken !== 0
      }
    }

    await Promise.all([work(), work(), work(), work()])

    const sequences = await sequencesOf(id)
    assert.equal(sequences.length, 200)
    assert.equal(new Set(sequences).size, 200)
    await verifyChain(db, 'acme')
  })

  test('does not wait for a chain that another adds to', async () => {
    await chain()
    await chain('globex')
    await recorded([aLook(unique('doc'))])
    await recorded([aLook(unique('doc'))], globex)
    const connection = await pool.connect()
    await connection.query(`BEGIN; SELECT FROM audit_heads WHERE client_id = 'acme' FOR UPDATE`)

    const [own, other] = await Promise.all([chainPending(db, 'acme'), chainPending(db, 'globex')])
    await connection.query('ROLLBACK')
    connection.release()

    assert.deepEqual([own, other], [undefined, 1])
    assert.equal(await chainPending(db, 'acme'), 1)
  })

  test('fails as a whole: entries wait, and the chain holds', async () => {
    const id = unique('doc')
    await recorded(many(id, 3))
    await pool.query('ALTER TABLE audit_people RENAME TO lost')
    await assert.rejects(chainPending(db, 'acme'))
    await pool.query('ALTER TABLE lost RENAME TO audit_people')

    assert.deepEqual(await sequencesOf(id), [])
    await chain()

    assert.equal((await sequencesOf(id)).length, 3)
    await verifyChain(db, 'acme')
  })

  test('an entry goes with its change: a work that fails leaves none', async () => {
    const id = unique('doc')
    const failed = doWork(acme, async (work) => {
      recordAudit(work, aLook(id))
      throw new Error('not today')
    })
    await assert.rejects(failed, /not today/)
    await chain()
    assert.deepEqual(await sequencesOf(id), [])
  })
})

describe('the writer of the chains', () => {
  test('takes what was written down within two seconds, for each client, until it is stopped', async () => {
    const id = unique('doc')
    const [one, other] = [new ChainWriter({ db, log }), new ChainWriter({ db, log })]
    for (let n = 0; n < 5; n += 1) {
      await Promise.all([recorded(many(id, 20)), recorded(many(id, 20), globex)])
      await delay(30)
    }
    const committedAt = performance.now()
    await eventually(async () => (await sequencesOf(id)).length === 200)
    const seconds = (performance.now() - committedAt) / 1000
    await Promise.all([one.stop(), other.stop()])
    await recorded(many(id, 1))
    await delay(600)

    assert.ok(seconds < 2, `${seconds} s`)
    assert.equal((await sequencesOf(id)).length, 200)
    await Promise.all([verifyChain(db, 'acme'), verifyChain(db, 'globex')])
  })
})

describe('plain SQL by the owner of the tables', () => {
  for (const text of [
    `UPDATE audit_entries SET action = 'x'`,
    'DELETE FROM audit_entries',
    'TRUNCATE audit_entries',
    `DELETE FROM audit_entries WHERE sequence = 1`,
    `UPDATE audit_checkpoints SET seal = ''`,
    'DELETE FROM audit_checkpoints',
    'TRUNCATE audit_checkpoints',
  ])
    test(`is refused: ${text}`, async () => {
      await assert.rejects(pool.query(text), { code: '23001', constraint: 'audit_trail' })
    })
})

describe('checking the chain in the database', () => {
  /** Changes the trail as only an owner who switches the triggers off can; puts it back afterwards. */
  async function tampered(text: string): Promise<string> {
    const connection = await pool.connect()
    try {
      await connection.query(`BEGIN; ALTER TABLE audit_entries DISABLE TRIGGER USER; ${text}`)
      await connection.query('COMMIT')
      return await verifyChain(db, 'acme').then(
        () => 'OK',
        (error: Error) => error.message,
      )
    } finally {
      connection.release()
    }
  }

  test('finds what was changed, and where', async () => {
    await recorded(many(unique('doc'), 5))
    await chain()
    const undo = (sequence: number) => `
      DELETE FROM audit_entries WHERE client_id = 'acme' AND sequence = ${sequence};
      INSERT INTO audit_entries SELECT * FROM kept WHERE client_id = 'acme' AND sequence = ${sequence}`
    await pool.query('CREATE TABLE kept AS SELECT * FROM audit_entries')
    const of = (sequence: number) => `WHERE client_id = 'acme' AND sequence = ${sequence}`
    const { rows } = await pool.query(`SELECT sequence::integer AS last FROM audit_heads WHERE client_id = 'acme'`)
    const { last } = rows[0]

    assert.match(await tampered(`UPDATE audit_entries SET action = 'x' ${of(2)}`), /entry 2: hash/)
    assert.match(
      await tampered(`${undo(2)}; UPDATE audit_entries SET at = at + interval '1 hour' ${of(3)}`),
      /entry 3: hash/,
    )
    assert.match(await tampered(`${undo(3)}; DELETE FROM audit_entries ${of(2)}`), /entry 2: missing/)
    assert.match(await tampered(`${undo(2)}; DELETE FROM audit_entries ${of(last)}`), /missing: the chain goes to/)
    assert.match(
      await tampered(`${undo(last)}; UPDATE audit_people SET actor_id = 'M-9' ${of(2)}`),
      /entry 2: actor_hash/,
    )
    await pool.query(
      `UPDATE audit_people SET actor_type = NULL, actor_id = NULL, actor_name = NULL, actor_address = NULL, actor_salt = NULL ${of(2)}`,
    )
    assert.equal(await tampered(''), 'OK')
    await pool.query('ALTER TABLE audit_entries ENABLE TRIGGER USER')
  })
})
