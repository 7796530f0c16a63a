import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { verifyChain } from '#modules/audit/index.ts'
import type { Document } from '#modules/documents/schemas.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { deletionCalls, holdCalls } from '#test/harness/features/governance.ts'
import { noteCalls } from '#test/harness/features/notes.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { startSmtp } from '#test/harness/mail/smtp-server.ts'
import { expireDeadWorkers, holdChange, runningJobs, type Trigger, untilHeld, WITHIN_SECONDS } from './killed-jobs.ts'
import { inLength } from './length.ts'
import { startChainWriter, startFeature } from './processes.ts'

const DOCUMENTS = 20
const HELD = 3

const ofModule = (module: string, more: string): Trigger => ({
  table: 'deletion_request_modules',
  event: 'UPDATE',
  when: `new.module = '${module}' AND ${more}`,
})

/** Where a worker can be made to wait, in the order in which an erasure comes to it. */
const POINTS: Record<string, Trigger> = {
  /** The pseudonym is drawn, and nobody is restricted. */
  when_it_begins: {
    table: 'deletion_requests',
    event: 'UPDATE',
    when: "new.status = 'processing' AND old.status = 'confirmed'",
  },
  /** The documents are deleted, and not counted. */
  before_they_are_counted: ofModule('documents', 'new.reached IS DISTINCT FROM old.reached'),
  /** A module has ended, within the commit, which the database ends without the worker. */
  within_the_commit: { ...ofModule('notes', "new.status = 'done' AND old.status = 'allowed'"), isInCommit: true },
  /** The log says nothing of the person any more, and that is not written down. */
  before_the_events_have_ended: ofModule('events', "new.status = 'done' AND old.status = 'allowed'"),
  /** The bytes are gone, and no row says so. */
  before_the_bytes_are_told: { table: 'deletion_request_files', event: 'DELETE', isInCommit: true, when: 'true' },
  /** The report is in the store, and no row names it. */
  before_the_report_is_kept: { table: 'deletion_request_reports', event: 'INSERT', when: "new.format = 'json'" },
  /** All is written down, and is about to be told. */
  before_it_is_told: {
    table: 'deletion_requests',
    event: 'UPDATE',
    isInCommit: true,
    when: "new.status = 'completed' AND old.status = 'processing'",
  },
}

/** A confirmed erasure of an employee, some of whose documents a hold covers. */
async function anErasure(service: TestApp) {
  const { aDocument } = filingCalls(service)
  const { evaluated, act } = deletionCalls(service)
  const employee = await anEmployee(service, { organizations: [await anOrganization(service)] })
  const documents: Document[] = []
  for (let n = 0; n < DOCUMENTS; n += 1) {
    documents.push(await aDocument('employee', { file: aPdf(unique(employee)), employee_technical_id: employee }))
  }
  await noteCalls(service).written('employees', { employee_technical_id: employee, description: 'A note' })
  await service.db.deleteFrom('uploads').execute()
  await holdCalls(service).placed({ document_ids: documents.slice(0, HELD).map(({ id }) => id) })
  const { id } = await evaluated('employee', employee)
  assert.equal((await act(id, 'confirm')).statusCode, 200)
  return { id, employee, documents }
}
type Erasure = Awaited<ReturnType<typeof anErasure>>

/** Nothing that is held went, everything else once, and the report is true. */
async function assertTrue(service: TestApp, { id, employee, documents }: Erasure): Promise<void> {
  const { v2, pool, blobs } = service
  const { status, outcome } = await deletionCalls(service).read(id)
  assert.deepEqual([status, outcome], ['completed', 'partial'])
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM events
     WHERE type = 'employee_document.deleted' AND resource_id = ANY ($1) GROUP BY resource_id`,
    [documents.map((one) => one.id)],
  )
  assert.deepEqual(
    rows.map((row) => row.count),
    Array.from({ length: DOCUMENTS - HELD }, () => 1),
  )
  for (const [index, document] of documents.entries()) {
    const isHeld = index < HELD
    assert.equal((await v2('GET', `/employee_documents/${document.id}`)).statusCode, isHeld ? 200 : 404)
    assert.equal((await blobs.size(document.sha256)) !== undefined, isHeld, `bytes of document ${index}`)
  }
  const report = (await v2('GET', `/deletion_requests/${id}/report`)).json()
  const counts = Object.fromEntries(
    report.modules.map((one: { id: string; resources: { count: number }[] }) => [one.id, one.resources[0]?.count]),
  )
  assert.deepEqual([counts.documents, counts.notes], [DOCUMENTS - HELD, 1])
  const kept = report.modules.find((one: { id: string }) => one.id === 'documents').kept
  assert.deepEqual(
    kept.map((one: { resource_id: string }) => one.resource_id).toSorted(),
    documents
      .slice(0, HELD)
      .map((one) => one.id)
      .toSorted(),
  )
  const told = await pool.query(`SELECT FROM events WHERE type = 'deletion_request.completed' AND resource_id = $1`, [
    id,
  ])
  assert.equal(told.rows.length, 1)
  const named = await pool.query('SELECT type FROM events WHERE resource_id = $1 OR data::text LIKE $2', [
    employee,
    `%"${employee}"%`,
  ])
  assert.deepEqual(named.rows, [])
  assert.equal((await v2('GET', `/employees/${employee}`)).statusCode, 404)
}

/** The trail has every step of these erasures once, in a chain without holes. */
async function assertTrail(service: TestApp, ids: readonly string[]): Promise<void> {
  const { pool, db } = service
  const writer = await startChainWriter(service)
  await eventually(async () => (await pool.query('SELECT FROM audit_pending LIMIT 1')).rows.length === 0, {
    withinSeconds: WITHIN_SECONDS,
  })
  await writer.end('SIGTERM')
  const { entries } = await verifyChain(db, 'acme')
  const { rows } = await pool.query<{ last: number }>(
    `SELECT max(sequence)::integer AS last FROM audit_entries WHERE client_id = 'acme'`,
  )
  assert.equal(entries, rows[0]?.last)
  for (const id of ids) {
    const steps = await pool.query<{ action: string }>(
      `SELECT action FROM audit_entries WHERE client_id = 'acme' AND resource_id = $1 ORDER BY sequence`,
      [id],
    )
    assert.deepEqual(
      steps.rows.map(({ action }) => action).filter((action) => action.startsWith('deletion_request.')),
      ['created', 'confirmed', 'prepared', 'completed'].map((step) => `deletion_request.${step}`),
    )
  }
}

const hasEnded = async (service: TestApp, id: string) => (await deletionCalls(service).read(id)).status === 'completed'

describe('workers that are killed with -9 in an erasure', () => {
  test('nothing held goes, no item goes twice, and the report is true: at each step', async () => {
    const service = await startApp()
    const smtp = await startSmtp()
    const holds = []
    for (const [name, trigger] of Object.entries(POINTS)) holds.push(await holdChange(service, name, trigger))
    const erasure = await anErasure(service)
    let worker = await startFeature(service, 'erasure', smtp.url)

    for (const held of holds) {
      await untilHeld(held)
      const jobs = await runningJobs(service, 'deletion_requests')
      const next = await startFeature(service, 'erasure', smtp.url)
      await worker.end('SIGKILL')
      await held.release()
      await expireDeadWorkers(service, jobs)
      worker = next
    }

    await eventually(() => hasEnded(service, erasure.id), { withinSeconds: WITHIN_SECONDS })
    await assertTrue(service, erasure)
    await worker.end('SIGTERM')
    await assertTrail(service, [erasure.id])
  })

  test('nor at any moment', async () => {
    const service = await startApp()
    const smtp = await startSmtp()
    const kills = inLength(4, 200)
    const all = [await anErasure(service)]
    const last = () => all.at(-1) as Erasure
    for (let kill = 0; kill < kills; kill += 1) {
      const worker = await startFeature(service, 'erasure', smtp.url)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 400))
      await worker.end('SIGKILL')
      // Asked now, so that no job is missed that the worker has just taken.
      await expireDeadWorkers(service, await runningJobs(service, 'deletion_requests'), { isPatient: false })
      if (!(await hasEnded(service, last().id))) continue
      await assertTrue(service, last())
      all.push(await anErasure(service))
    }
    const worker = await startFeature(service, 'erasure', smtp.url)
    await eventually(() => hasEnded(service, last().id), { withinSeconds: WITHIN_SECONDS })
    await assertTrue(service, last())
    await worker.end('SIGTERM')
    await assertTrail(
      service,
      all.map(({ id }) => id),
    )
  })
})
