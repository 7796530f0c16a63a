import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pg from 'pg'
import { recordAudit } from '#kernel/audit/record-audit.ts'
import { unitOfWork } from '#kernel/unit-of-work.ts'
import { systemClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/db/db.ts'
import { acme, unique } from '#test/harness/builders.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { chainPending } from './chain-pending.ts'
import { examineAuditTrail, restrictAuditTrail } from './examine-audit-trail.ts'

type Owned = Awaited<ReturnType<typeof createDatabase>>

/** A database of which the service has another role than the owner; both are gone when the test ends. */
async function withRole(t: { after(close: () => Promise<void>): void }) {
  const database = await createDatabase()
  const owner = new pg.Client(database.connection)
  await owner.connect()
  const role = unique('service').replaceAll('-', '_')
  await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'; GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role};
    GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${role}`)
  const address = { ...database.connection, user: role, password: 'secret' } as Owned['connection']
  const service = openDatabase(address, { poolSize: 2 })
  const examine = async () => {
    const connection = new pg.Client(address)
    await connection.connect()
    return examineAuditTrail(connection).finally(() => connection.end())
  }
  t.after(async () => {
    await service.close()
    await owner.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`)
    await owner.end()
    await database.drop()
  })
  return { database, owner, service, examine }
}

describe('the protection of the audit trail', () => {
  test('is that of triggers alone where one role has everything, and is missed without them', async (t) => {
    const { owner } = await withRole(t)
    assert.match(await examineAuditTrail(owner), /they stand alone/)
    await owner.query('ALTER TABLE audit_checkpoints DISABLE TRIGGER audit_trail_unchangeable')
    await assert.rejects(examineAuditTrail(owner), /missing or disabled: audit_checkpoints$/)
    await owner.query('DROP TRIGGER audit_trail_unchangeable ON audit_entries')
    await assert.rejects(examineAuditTrail(owner), /audit_entries, audit_checkpoints$/)
  })

  test('leaves the role of the service nothing but adding and reading, where another one migrates', async (t) => {
    const { database, service, examine } = await withRole(t)
    await assert.rejects(examine(), /may change its tables/)

    await restrictAuditTrail(service.pool, database.connection)
    await restrictAuditTrail(service.pool, database.connection)

    assert.match(await examine(), /may only add to it/)
    for (const text of [
      'UPDATE audit_entries SET action = action',
      'DELETE FROM audit_entries',
      'TRUNCATE audit_checkpoints',
    ]) {
      await assert.rejects(service.pool.query(text), { code: '42501' }, text)
    }
    const doWork = unitOfWork({ db: service.db, clock: systemClock, insertJobs: async () => {} })
    await doWork(acme, async (work) => recordAudit(work, { action: 'role.deleted' }))
    assert.equal(await chainPending(service.db, 'acme'), 1)
  })

  test('is not asked for in a database of an earlier version', async (t) => {
    const { owner } = await withRole(t)
    await owner.query('ALTER TABLE audit_entries RENAME TO earlier')
    assert.match(await examineAuditTrail(owner), /first start of this version/)
  })
})
