import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { openKeyring } from '#platform/crypto/keyring.ts'
import { startPlatform } from '#test/harness/platform.ts'
import { aFolder } from '#test/harness/processes/service.ts'
import { DamagedBlob } from './blob-cipher.ts'
import { diskStore } from './disk-store.ts'
import { encryptedBlobs } from './encrypted-blobs.ts'
import { renewBlobs } from './renew-blobs.ts'

const OLD = 'the key before, which is long enough'
const NEW = 'the key after, which is long enough, too'
const { db } = await startPlatform()

async function aStore() {
  const folder = await aFolder()
  const open = (current: string, accepted: string[] = []) =>
    encryptedBlobs(diskStore(folder), openKeyring(current, { accepted }))
  return {
    folder,
    before: open(OLD),
    after: open(NEW),
    both: open(NEW, [OLD]),
    pathOf: (key: string) => join(folder, key.slice(0, 2), key),
  }
}

const SIZES = [0, 1, 262_144, 1_000_000]

describe('renewBlobs', () => {
  test('brings every file under the new key, of any size, and a second run writes nothing', async () => {
    const { before, after, both, pathOf } = await aStore()
    const contents = SIZES.map((size) => randomBytes(size))
    const stored = await Promise.all(contents.map((content) => before.put(Readable.from([content]))))
    const fresh = await both.put(Readable.from(['stored under the new key']))
    const freshBytes = await readFile(pathOf(fresh.key))

    const first = await renewBlobs({ db, blobs: both })
    const second = await renewBlobs({ db, blobs: both })

    assert.deepEqual(first, { seen: 5, renewed: 4, damaged: [] })
    assert.deepEqual(second, { seen: 5, renewed: 0, damaged: [] })
    for (const [index, { key }] of stored.entries()) {
      assert.deepEqual(await after.read(key), contents[index])
      await assert.rejects(async () => before.read(key), DamagedBlob)
    }
    assert.deepEqual(await readFile(pathOf(fresh.key)), freshBytes)
  })

  test('serves a file to a reader that began before, to its end', async () => {
    const { before, both } = await aStore()
    const content = randomBytes(5_000_000)
    const { key } = await before.put(Readable.from([content]))
    const reading = await both.get(key)
    assert.ok(reading)

    await renewBlobs({ db, blobs: both })

    assert.deepEqual(await buffer(reading), content)
  })

  test('leaves a damaged file as it is and names it', async () => {
    const { folder, before, both, pathOf } = await aStore()
    const { key } = await before.put(Readable.from([randomBytes(600_000)]))
    const bytes = await readFile(pathOf(key))
    bytes.writeUInt8(bytes.readUInt8(300_000) ^ 1, 300_000)
    await writeFile(pathOf(key), bytes)

    const outcome = await renewBlobs({ db, blobs: both })

    assert.deepEqual(outcome, { seen: 1, renewed: 0, damaged: [key] })
    assert.deepEqual(await readFile(pathOf(key)), bytes)
    assert.deepEqual(await readdir(join(folder, 'incoming')), [])
  })
})
