import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { Registry } from 'prom-client'
import { testKeyring } from '#test/harness/keyring.ts'
import { aFolder } from '#test/harness/processes/service.ts'
import { diskStore } from './disk-store.ts'
import { encryptedBlobs } from './encrypted-blobs.ts'
import { measuredStore } from './measured-store.ts'

async function aStore(path = 'files') {
  const folder = await aFolder()
  await writeFile(join(folder, 'file'), '')
  const registry = new Registry()
  const blobs = encryptedBlobs(measuredStore(diskStore(join(folder, path)), registry), testKeyring)
  const count = async (operation: string, outcome: string) => {
    const line = `dossier_file_operations_total{operation="${operation}",outcome="${outcome}"} `
    const found = (await registry.metrics()).split('\n').find((one) => one.startsWith(line))
    return Number(found?.slice(line.length))
  }
  return { blobs, count }
}

describe('a measured store', () => {
  test('counts what it is asked', async () => {
    const { blobs, count } = await aStore()

    const { key } = await blobs.put(Readable.from(['some bytes']))
    assert.equal(String(await blobs.read(key)), 'some bytes')
    assert.equal(await blobs.size(key), 10)
    await blobs.delete(key)
    await blobs.check()

    for (const operation of ['write', 'open', 'size', 'delete', 'check']) {
      assert.deepEqual(
        [operation, await count(operation, 'succeeded'), await count(operation, 'failed')],
        [operation, 1, 0],
      )
    }
  })

  test('counts what fails', async () => {
    const { blobs, count } = await aStore('file/files')

    await assert.rejects(blobs.put(Readable.from(['some bytes'])))
    await assert.rejects(blobs.check())

    assert.deepEqual([await count('write', 'failed'), await count('write', 'succeeded')], [1, 0])
    assert.equal(await count('check', 'failed'), 1)
  })

  test('is not to blame for an upload that breaks off, or is too large', async () => {
    const { blobs, count } = await aStore()
    async function* broken() {
      yield Buffer.from('some')
      throw new Error('The caller has left.')
    }

    await assert.rejects(blobs.put(Readable.from(broken())))
    await assert.rejects(blobs.put(Readable.from(['too long']), { maxBytes: 3 }))

    assert.equal(await count('write', 'failed'), 0)
  })
})
