import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Document } from '#modules/documents/schemas.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { eventually } from '#test/harness/eventually.ts'
import { anOrganization } from '#test/harness/features/directory/builders.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { disposalCalls, holdCalls } from '#test/harness/features/governance.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { startSmtp } from '#test/harness/mail/smtp-server.ts'
import { expireDeadWorkers, holdChange, runningJobs, type Trigger, untilHeld, WITHIN_SECONDS } from './killed-jobs.ts'
import { inLength } from './length.ts'
import { startFeature } from './processes.ts'

const DOCUMENTS = 30
const HELD = 3

/** Where a worker can be made to wait. */
const POINTS: Record<string, Trigger> = {
  /** What is due is written down, and not counted. */
  while_gathering: {
    table: 'disposals',
    event: 'UPDATE',
    when: "new.status = 'processing' AND old.status = 'gathering'",
  },
  /** Everything is deleted, and not counted. */
  before_it_is_counted: { table: 'disposals', event: 'UPDATE', when: 'new.done > 0 AND old.done = 0' },
  /** The bytes are gone, and no row says so. */
  before_the_bytes_are_told: { table: 'disposals', event: 'UPDATE', when: 'new.files_until > old.files_until' },
  /** The certificate is in the store, and no row names it. */
  before_the_certificate_is_kept: { table: 'disposal_certificates', event: 'INSERT', when: "new.format = 'json'" },
  /** Within the commit, which the database ends without the worker. */
  within_the_commit: {
    table: 'disposals',
    event: 'UPDATE',
    isInCommit: true,
    when: "new.status = 'completed' AND old.status = 'processing'",
  },
}

/** A disposal of documents with bytes of their own, some of which a hold covers once it is gathered. */
async function aDisposal(service: TestApp) {
  const { aDocument } = filingCalls(service)
  const { aPolicy, make } = disposalCalls(service)
  const organization = await anOrganization(service)
  const documents: Document[] = []
  for (let n = 0; n < DOCUMENTS; n += 1) {
    const file = aPdf(`${organization} ${n}`)
    documents.push(await aDocument('company', { file, organization_codes: [organization] }))
  }
  await service.db.deleteFrom('uploads').execute()
  await holdCalls(service).placed({ document_ids: documents.slice(0, HELD).map(({ id }) => id) })
  const policy = await aPolicy(organization, { resource_type: 'company_document' })
  return { id: (await make(policy)).json().id as string, documents }
}

/** Nothing that is held went, everything else once, and the certificate is true. */
async function assertTrue(service: TestApp, { id, documents }: Awaited<ReturnType<typeof aDisposal>>): Promise<void> {
  const { v2, pool, blobs } = service
  const { counts, status } = await disposalCalls(service).read(id)
  assert.deepEqual([status, counts.total, counts.done, counts.held], ['completed', DOCUMENTS, DOCUMENTS - HELD, HELD])
  const { rows } = await pool.query<{ resource_id: string; count: number }>(
    `SELECT resource_id, count(*)::integer AS count FROM events
     WHERE type = 'company_document.deleted' AND resource_id = ANY ($1) GROUP BY 1`,
    [documents.map((one) => one.id)],
  )
  assert.deepEqual(
    rows.map((one) => one.count),
    Array.from({ length: DOCUMENTS - HELD }, () => 1),
  )
  const certificate = (await v2('GET', `/disposals/${id}/certificate`)).json()
  const told = new Map<string, string>(
    certificate.items.map((one: { resource_id: string; files: { outcome: string }[] }) => [
      one.resource_id,
      one.files[0]?.outcome,
    ]),
  )
  for (const [index, document] of documents.entries()) {
    const isHeld = index < HELD
    assert.equal((await v2('GET', `/company_documents/${document.id}`)).statusCode, isHeld ? 200 : 404)
    assert.equal((await blobs.size(document.sha256)) !== undefined, isHeld)
    assert.equal(told.get(document.id), isHeld ? undefined : 'removed')
  }
  const events = await pool.query(`SELECT FROM events WHERE type = 'disposal.completed' AND resource_id = $1`, [id])
  assert.equal(events.rows.length, 1)
}

const hasEnded = async (service: TestApp, id: string) => (await disposalCalls(service).read(id)).status === 'completed'

describe('workers that are killed with -9 in a disposal', () => {
  test('nothing held goes, no item goes twice, and the certificate is true: at each step', async () => {
    const service = await startApp()
    const smtp = await startSmtp()
    const holds = []
    for (const [name, trigger] of Object.entries(POINTS)) holds.push(await holdChange(service, name, trigger))
    const disposal = await aDisposal(service)
    let worker = await startFeature(service, 'governance', smtp.url)

    for (const held of holds) {
      await untilHeld(held)
      const jobs = await runningJobs(service, 'disposals')
      const next = await startFeature(service, 'governance', smtp.url)
      await worker.end('SIGKILL')
      await held.release()
      await expireDeadWorkers(service, jobs)
      worker = next
    }

    await eventually(() => hasEnded(service, disposal.id), { withinSeconds: WITHIN_SECONDS })
    await assertTrue(service, disposal)
    await worker.end('SIGTERM')
  })

  test('nor at any moment', async () => {
    const service = await startApp()
    const smtp = await startSmtp()
    const kills = inLength(2, 200)
    let disposal = await aDisposal(service)
    for (let kill = 0; kill < kills; kill += 1) {
      const worker = await startFeature(service, 'governance', smtp.url)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 400))
      const jobs = await runningJobs(service, 'disposals')
      await worker.end('SIGKILL')
      await expireDeadWorkers(service, jobs, { isPatient: false })
      if (!(await hasEnded(service, disposal.id))) continue
      await assertTrue(service, disposal)
      disposal = await aDisposal(service)
    }
    const last = await startFeature(service, 'governance', smtp.url)
    await eventually(() => hasEnded(service, disposal.id), { withinSeconds: WITHIN_SECONDS })
    await assertTrue(service, disposal)
    await last.end('SIGTERM')
  })
})
