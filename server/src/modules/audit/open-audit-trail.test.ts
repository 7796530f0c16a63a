import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openDatabase } from '#platform/db/db.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { auditCalls } from '#test/harness/features/audit.ts'
import { openAuditTrail } from './open-audit-trail.ts'

const service = await startApp()
const { db, clock, pool, connection } = service
const { chain, entries } = auditCalls(service)
const aLook = (id: string) => ({ action: 'document.viewed', resource: { type: 'employee_document', id } }) as const
const countPending = async () => (await pool.query('SELECT count(*)::integer AS n FROM audit_pending')).rows[0].n

describe('the audit trail', () => {
  test('stores each entry of calls at the same time, those of one moment together', async () => {
    const trail = openAuditTrail({ db, clock })
    const id = unique('doc')

    await Promise.all(Array.from({ length: 200 }, () => trail.record(acme, aLook(id))))
    const rows = (await pool.query('SELECT DISTINCT xmin::text FROM audit_pending WHERE resource_id = $1', [id])).rows
    await chain()

    assert.ok(rows.length <= 2, `${rows.length} transactions`)
    assert.equal((await entries({ resource_id: id })).length, 100)
    assert.equal(
      (await db.selectFrom('audit_entries').select('sequence').where('resource_id', '=', id).execute()).length,
      200,
    )
  })

  test('writes entries down for their own client', async () => {
    const trail = openAuditTrail({ db, clock })
    const id = unique('doc')
    await Promise.all([trail.record(acme, aLook(id)), trail.record(globex, aLook(id))])
    await chain()
    await chain('globex')
    const found = await db.selectFrom('audit_entries').select('client_id').where('resource_id', '=', id).execute()
    assert.deepEqual(found.map((one) => one.client_id).toSorted(), ['acme', 'globex'])
  })

  test('503 while entries cannot be stored, and then goes on', async () => {
    const trail = openAuditTrail({ db, clock })
    await pool.query('ALTER TABLE audit_pending RENAME TO lost')
    const refused = { kind: 'unavailable', code: 'audit_unavailable' }
    try {
      await assert.rejects(trail.record(acme, aLook(unique('doc'))), refused)
    } finally {
      await pool.query('ALTER TABLE lost RENAME TO audit_pending')
    }
    const before = await countPending()
    await trail.record(acme, aLook(unique('doc')))
    assert.equal(await countPending(), before + 1)
  })

  test('503 when the database is gone', async () => {
    const own = openDatabase(connection, { poolSize: 1 })
    const trail = openAuditTrail({ db: own.db, clock })
    await own.close()
    await assert.rejects(trail.record(acme, aLook(unique('doc'))), { code: 'audit_unavailable' })
  })

  test('an entry that cannot be stored fails alone', async () => {
    const trail = openAuditTrail({ db, clock })
    const id = unique('doc')
    const wrong = { ...aLook(id), actor: { type: 'user', id: 'a\0b', name: null, address: null } } as const
    const told = await Promise.allSettled([
      trail.record(acme, aLook(id)),
      trail.record(acme, aLook(id)),
      trail.record(acme, wrong),
      trail.record(acme, aLook(id)),
    ])
    assert.deepEqual(
      told.map((one) => one.status),
      ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    )
  })
})
