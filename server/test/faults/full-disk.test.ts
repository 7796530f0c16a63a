import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, signedAddress } from '#test/harness/features/documents/document-calls.ts'
import { asPayload } from '#test/harness/http/form.ts'
import { aFolder } from '#test/harness/processes/service.ts'
import { startWholeService } from './processes.ts'
import { MB } from './sending.ts'

type Answer = { status: number; body: { code?: number; message?: string; errors?: unknown; id?: string } }
type Upload = { external_unique_id: string; bytes: Buffer }

const service = await startApp()
const employee_technical_id = await anEmployee(service, { organizations: [await anOrganization(service)] })
const document_type_code = await aDocumentType(service)
const anUpload = (sizeBytes: number): Upload => {
  return { external_unique_id: unique('doc'), bytes: randomBytes(sizeBytes) }
}

function formOf({ external_unique_id, bytes }: Upload) {
  const form = new FormData()
  const data = { title: 'A document', document_type_code, employee_technical_id, external_unique_id }
  form.append('data', JSON.stringify(data))
  form.append('file', new File([new Uint8Array(bytes)], 'file.bin'))
  return asPayload(form)
}

const CALL = { method: 'POST', path: '/api/v1/enterprise/documents/', key: { 'x-api-key': 'acme-api-key' } } as const

/** A call of the service in this process. */
async function inject(upload: Upload): Promise<Answer> {
  const { headers, payload } = await formOf(upload)
  const call = { method: CALL.method, url: CALL.path, headers: { ...CALL.key, ...headers }, payload }
  const answer = await service.app.inject(call)
  return { status: answer.statusCode, body: answer.json() }
}

/** A call over a socket. */
async function post(url: string, upload: Upload): Promise<Answer> {
  const { headers, payload } = await formOf(upload)
  const call = { method: CALL.method, headers: { ...CALL.key, ...headers }, body: new Uint8Array(payload) }
  const answer = await fetch(`${url}${CALL.path}`, call)
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

async function counts({ pool }: TestApp): Promise<unknown> {
  const { rows } = await pool.query(`
    SELECT (SELECT count(*) FROM documents) AS documents, (SELECT count(*) FROM events) AS events`)
  return rows[0]
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((one) => one.isFile())
    .map((one) => one.name)
    .toSorted()
}

/** An upload that cannot be stored: it is said so, and nothing is left of it. */
async function assertNotStored(folder: string, send: () => Promise<Answer>): Promise<void> {
  const before = [await counts(service), await filesIn(folder)]
  const { status, body } = await send()
  assert.equal(status, 400)
  assert.deepEqual(body, { code: 1426, message: 'The file could not be stored. Try again later.' })
  assert.deepEqual([await counts(service), await filesIn(folder)], before)
}

describe('POST /api/v1/enterprise/documents/ when a file cannot be stored', () => {
  test('400 with 1426 without a folder to write to, and 201 once there is', async () => {
    const { blobsFolder } = service
    const upload = anUpload(MB)
    const incoming = join(blobsFolder, 'incoming')
    await rm(incoming, { recursive: true, force: true })
    await writeFile(incoming, '')

    await assertNotStored(blobsFolder, () => inject(upload))
    await rm(incoming)

    assert.equal((await inject(upload)).status, 201)
  })

  const mayMount = spawnSync('unshare', ['-Urm', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0
  const skip = mayMount ? false : 'a disk of a few megabytes cannot be mounted here'

  test('400 with 1426 when the disk is full or becomes it, and 201 once there is room', { skip }, async () => {
    const { url, folder, process } = await startOnSmallDisk(4 * MB)
    const filler = join(folder, 'filler')
    const small = anUpload(MB / 2)
    const large = anUpload(2 * MB)
    assert.equal((await post(url, anUpload(MB / 2))).status, 201)

    await assertNotStored(folder, () => post(url, anUpload(8 * MB)))
    await writeFile(filler, Buffer.alloc(8 * MB)).catch(() => {})
    await assertNotStored(folder, () => post(url, small))
    await Promise.all([large, small, large].map(async (one) => assert.equal((await post(url, one)).body.code, 1426)))
    await assertNotStored(folder, () => post(url, large))
    await rm(filler)

    for (const upload of [small, large]) {
      const { status, body } = await post(url, upload)
      assert.equal(status, 201)
      const file = await fetch(`${url}${signedAddress(service, body.id ?? '')}`)
      assert.ok(Buffer.from(await file.arrayBuffer()).equals(upload.bytes))
    }
    assert.equal(process.exitCode, null)
  })
})

/** The service with its files on a disk of this size, which only it sees; `folder` is the way there from here. */
async function startOnSmallDisk(sizeBytes: number) {
  const starter = join(await aFolder(), 'start')
  const mount = `mount -t tmpfs -o size=${sizeBytes} tmpfs '${service.blobsFolder}'`
  await writeFile(
    starter,
    `#!/bin/sh\nexec unshare -Urm sh -c "${mount} && exec '${process.execPath}' \\"\\$@\\"" sh "$@"\n`,
  )
  await chmod(starter, 0o755)
  const { url, process: child } = await startWholeService(service, { execPath: starter })
  return { url, process: child, folder: `/proc/${child.pid}/root${service.blobsFolder}` }
}
