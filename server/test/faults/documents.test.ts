import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sweepBlobs } from '#platform/blobs/jobs.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { runJob } from '#test/harness/features/webhooks/deliveries.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { asPayload } from '#test/harness/http/form.ts'
import type { Service } from '#test/harness/processes/service.ts'
import { inLength } from './length.ts'
import { startWholeService } from './processes.ts'
import { assertBlobsWhole, MB, sendSlowly } from './sending.ts'

const KILLS = inLength(2, 20)
const CALLERS = 6

/** A document that was sent: its own id of the caller, and its bytes. */
type Sent = { data: { external_unique_id: string } & Record<string, unknown>; bytes: Buffer }
type Ledger = { service: TestApp; data: object; acknowledged: Map<string, Sent>; unanswered: Sent[] }

test(`a service that is killed while documents come in (${KILLS} times): each is filed with its bytes, or not at all`, async () => {
  const ledger = await openLedger()
  const { service, acknowledged, unanswered } = ledger

  for (let kill = 0; kill < KILLS; kill += 1) {
    const process = await startWholeService(service)
    const before = acknowledged.size
    const callers = Array.from({ length: CALLERS }, (_, n) => sendUntilRefused(process, ledger, n))
    await eventually(() => acknowledged.size >= before + CALLERS, { withinSeconds: 30 })
    await delay(Math.random() * 300)
    await process.end('SIGKILL')
    await Promise.all(callers)
  }
  assert.equal(unanswered.length, KILLS * CALLERS)

  await makeOlder(service.blobsFolder)
  await runJob(service, sweepBlobs, {})
  await assertFiled(ledger)
  assert.deepEqual(await storedKeys(service), await namedKeys(service))
  assert.deepEqual(await readdir(join(service.blobsFolder, 'incoming')), [])

  await sendAgain(ledger)
})

async function openLedger(): Promise<Ledger> {
  const service = await startApp()
  const document_type_code = await aDocumentType(service)
  const employee_technical_id = await anEmployee(service, { organizations: [await anOrganization(service)] })
  const data = { title: 'A document', document_type_code, employee_technical_id }
  return { service, data, acknowledged: new Map(), unanswered: [] }
}

/** Sends new documents: small PDFs, files of some size, and from one caller large ones. */
async function sendUntilRefused({ url }: Service, ledger: Ledger, caller: number): Promise<void> {
  for (;;) {
    await delay(Math.random() * 50)
    const sizeMb = caller === 0 ? 8 : Math.random()
    const id = unique('doc')
    const bytes = caller % 2 === 1 ? aPdf(id) : randomBytes(Math.ceil(sizeMb * MB))
    const sent: Sent = { data: { ...ledger.data, external_unique_id: id }, bytes }
    const { headers, payload } = await formOf(sent)
    const key = { 'x-api-key': 'acme-api-key' }
    const path = '/api/v1/enterprise/documents/'
    const document = await sendSlowly<{ id: string }>(`${url}${path}`, { ...key, ...headers }, payload)
    if (!document) return void ledger.unanswered.push(sent)
    ledger.acknowledged.set(document.id, sent)
  }
}

function formOf({ data, bytes }: Sent) {
  const form = new FormData()
  form.append('data', JSON.stringify(data))
  form.append('file', new File([new Uint8Array(bytes)], 'file.bin'))
  return asPayload(form)
}

type Row = { id: string; sha256: string; size: string; external_unique_id: string }

/** What was acknowledged is there, and reads as it was sent; whatever is there has its bytes and its event. */
async function assertFiled({ service, acknowledged, unanswered }: Ledger): Promise<void> {
  const { pool, blobs, v2 } = service
  const { rows } = await pool.query<Row>('SELECT id, sha256, size, external_unique_id FROM documents')
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const [id, { data, bytes }] of acknowledged) {
    assert.equal(byId.get(id)?.external_unique_id, data.external_unique_id)
    const file = await v2('GET', `/employee_documents/${id}/file`)
    assert.equal(file.statusCode, 200)
    assert.ok(file.rawPayload.equals(bytes), id)
  }

  const maybe = new Map(unanswered.map(({ data, bytes }) => [data.external_unique_id, bytes]))
  for (const { id, external_unique_id, sha256 } of rows.filter((row) => !acknowledged.has(row.id))) {
    const bytes = maybe.get(external_unique_id) ?? assert.fail(`nobody sent ${id}`)
    assert.equal(sha256, createHash('sha256').update(bytes).digest('hex'))
  }
  for (const { sha256, size } of rows) assert.equal(await blobs.size(sha256), Number(size))
  await assertBlobsWhole(blobs)

  const events = await pool.query<{ resource_id: string }>(
    `SELECT resource_id FROM events WHERE type = 'employee_document.created'`,
  )
  assert.deepEqual(events.rows.map((one) => one.resource_id).toSorted(), [...byId.keys()].toSorted())
}

/** As if it all lay there for more than a day. */
async function makeOlder(folder: string): Promise<void> {
  const moment = new Date(Date.now() - 25 * 60 * 60 * 1000)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), moment, moment)
  }
}

async function storedKeys({ blobs }: TestApp): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of blobs.list()) keys.push(key)
  return keys.toSorted()
}

async function namedKeys({ pool }: TestApp): Promise<string[]> {
  const { rows } = await pool.query<{ sha256: string }>('SELECT DISTINCT sha256 FROM documents')
  return rows.map((row) => row.sha256).toSorted()
}

/** Callers who got no answer send again, and know from the answer that the document is there once. */
async function sendAgain({ service, unanswered }: Ledger): Promise<void> {
  for (const { data, bytes } of unanswered.filter((one) => one.bytes.length < MB)) {
    const answer = await documentCalls(service).upload(data, { file: bytes })
    if (answer.statusCode !== 201) assert.deepEqual([answer.statusCode, answer.json().code], [409, 1428])
    const { rowCount } = await service.pool.query('SELECT FROM documents WHERE external_unique_id = $1', [
      data.external_unique_id,
    ])
    assert.equal(rowCount, 1)
  }
}
