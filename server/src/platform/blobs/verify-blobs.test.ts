import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { Problem } from '#platform/problem.ts'
import { BLOB_NAMES } from '#src/worker.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { verifyBlobs } from './verify-blobs.ts'

const service = await startApp()
const { db, blobs, blobsFolder } = service
const { uploaded } = documentCalls(service)
const filed = {
  document_type_code: await aDocumentType(service, { kind: 'company' }),
  organization_codes: [await anOrganization(service)],
}
const verify = () => verifyBlobs({ db, blobs, names: BLOB_NAMES })
const pathOf = (key: string) => join(blobsFolder, key.slice(0, 2), key)

async function aDocument(): Promise<{ id: string; key: string; file: Buffer }> {
  const file = Buffer.from(unique('content').repeat(20_000))
  const id = await uploaded(filed, { file, filename: 'file.txt' })
  return { id, key: createHash('sha256').update(file).digest('hex'), file }
}

describe('the verification of all files', () => {
  test('reads every file, and finds nothing wrong with whole ones', async () => {
    const one = await aDocument()
    const other = await aDocument()
    let seen = 0

    const verified = await verifyBlobs({ db, blobs, names: BLOB_NAMES }, (files) => {
      seen = files
    })

    assert.deepEqual(verified.faults, [])
    assert.equal(verified.files, seen)
    assert.ok(verified.files >= 2 && verified.bytes >= one.file.length + other.file.length)
  })

  test('names a file that is damaged, and the documents that have it', async () => {
    const { id, key, file } = await aDocument()
    const sealed = await readFile(pathOf(key))
    const twin = await uploaded(filed, { file, filename: 'twin.txt' })
    const damaged = Buffer.from(sealed)
    damaged.writeUInt8(damaged.readUInt8(100) ^ 1, 100)
    await writeFile(pathOf(key), damaged)

    const { faults } = await verify()

    const holders = [`document ${id}`, `document ${twin}`].sort()
    assert.deepEqual(faults, [{ key, fault: 'damaged', holders }])
    await writeFile(pathOf(key), sealed)
    assert.deepEqual((await verify()).faults, [])
  })

  test('names a file in the place of another', async () => {
    const one = await aDocument()
    const other = await aDocument()
    const sealed = await readFile(pathOf(one.key))
    await copyFile(pathOf(other.key), pathOf(one.key))

    assert.deepEqual((await verify()).faults, [{ key: one.key, fault: 'damaged', holders: [`document ${one.id}`] }])
    await writeFile(pathOf(one.key), sealed)
  })

  test('names a file that is missing, once, whatever names it', async () => {
    const { id, key, file } = await aDocument()
    const upload = await service.app.inject({
      method: 'POST',
      url: '/api/v2/client/uploads',
      headers: {
        ...(await service.as('payroll')),
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename="file.txt"',
      },
      payload: file,
    })
    await rm(pathOf(key))

    assert.deepEqual((await verify()).faults, [
      { key, fault: 'missing', holders: [`upload ${upload.json().id}`, `document ${id}`] },
    ])
    await blobs.put(Readable.from([file]))
    assert.deepEqual((await verify()).faults, [])
  })

  test('has no quarrel with a file that nothing names', async () => {
    const before = (await verify()).files

    await blobs.put(Readable.from([Buffer.from(unique('nobody'))]))

    const { files, faults } = await verify()
    assert.deepEqual({ files, faults }, { files: before + 1, faults: [] })
  })

  test('ends with an error where the store cannot be read from: no file is called damaged', async () => {
    await aDocument()
    const down = async () => {
      throw new Problem('unavailable', 'storage_failed', 'The file could not be read. Try again later.')
    }

    await assert.rejects(verifyBlobs({ db, blobs: { ...blobs, get: down }, names: BLOB_NAMES }), /could not be read/)
  })
})
