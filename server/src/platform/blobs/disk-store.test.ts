import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { diskBlobs } from '#test/harness/files/disk-blobs.ts'
import { blobsConformance, listed } from './blobs.conformance.ts'

const MIB = 1024 * 1024
const DAY_MS = 24 * 60 * 60 * 1000

blobsConformance('disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'blobs-'))
  return { blobs: diskBlobs(folder), close: () => rm(folder, { recursive: true }) }
})

describe('disk: files', () => {
  test('a blob is at ab/abcd…, for its owner alone', async (t) => {
    const folder = await aFolder(t)

    const { key } = await diskBlobs(folder).put(Readable.from([Buffer.from('payslip')]))

    const leaf = join(folder, key.slice(0, 2))
    assert.equal(await modeOf(join(leaf, key)), 0o600)
    assert.equal(await modeOf(leaf), 0o700)
    assert.equal(await modeOf(join(folder, 'incoming')), 0o700)
  })

  test('a put that fails or is too large leaves no file at all', async (t) => {
    const folder = await aFolder(t)
    const blobs = diskBlobs(folder)

    await assert.rejects(blobs.put(Readable.from(failing())))
    await assert.rejects(blobs.put(Readable.from([Buffer.alloc(11)]), { maxBytes: 10 }))

    assert.deepEqual(await filesIn(folder), [])
  })

  test('a disk that refuses the bytes destroys the source', async (t) => {
    const folder = await aFolder(t)
    await writeFile(join(folder, 'incoming'), 'a file where a folder belongs')
    const source = Readable.from([Buffer.from('payslip')])

    await assert.rejects(diskBlobs(folder).put(source))

    assert.equal(source.destroyed, true)
  })

  test('equal puts at once leave one file', async (t) => {
    const folder = await aFolder(t)
    const blobs = diskBlobs(folder)

    const stored = await Promise.all(
      Array.from({ length: 20 }, () => blobs.put(Readable.from([Buffer.alloc(MIB, 'x')]))),
    )

    const key = stored[0]?.key ?? ''
    assert.deepEqual(await filesIn(folder), [join(key.slice(0, 2), key)])
  })

  test('putting the same bytes again renews the moment they were stored', async (t) => {
    const folder = await aFolder(t)
    const blobs = diskBlobs(folder)
    const { key } = await blobs.put(Readable.from([Buffer.from('payslip')]))
    const longAgo = new Date(Date.now() - 30 * DAY_MS)
    await utimes(join(folder, key.slice(0, 2), key), longAgo, longAgo)

    await blobs.put(Readable.from([Buffer.from('payslip')]))

    const [again] = await listed(blobs)
    assert.ok(again && Date.now() - again.storedAt.getTime() < 60_000)
  })

  test('a key that climbs reaches no file, even one that is there', async (t) => {
    const folder = await aFolder(t)
    const blobs = diskBlobs(join(folder, 'files'))
    await blobs.put(Readable.from([Buffer.from('payslip')]))
    await writeFile(join(folder, 'secret'), 'secret')

    for (const key of ['../secret', '../../../secret', 'files/../../secret', join(folder, 'secret'), '..\0']) {
      assert.equal(await blobs.get(key), undefined)
      assert.equal(await blobs.size(key), undefined)
      await blobs.delete(key)
    }
    assert.equal((await stat(join(folder, 'secret'))).size, 6)
  })

  test('strange files in the folder are not listed', async (t) => {
    const folder = await aFolder(t)
    const blobs = diskBlobs(folder)
    const { key } = await blobs.put(Readable.from([Buffer.from('payslip')]))
    await writeFile(join(folder, 'lost+found'), '')
    await writeFile(join(folder, key.slice(0, 2), '.DS_Store'), '')

    assert.deepEqual(
      (await listed(blobs)).map((blob) => blob.key),
      [key],
    )
  })
})

describe('disk: crashes', () => {
  test('a process killed in the middle leaves only an incoming file, which the list clears after a day', async (t) => {
    const folder = await aFolder(t)
    const blobs = diskBlobs(folder)
    await killedWhilePutting(folder)

    assert.deepEqual(await listed(blobs), [])
    const [leftover, ...others] = await filesIn(folder)
    assert.match(leftover ?? '', /^incoming\//)
    assert.deepEqual(others, [])

    const yesterday = new Date(Date.now() - DAY_MS - 1000)
    await utimes(join(folder, leftover ?? ''), yesterday, yesterday)
    assert.deepEqual(await listed(blobs), [])
    assert.deepEqual(await filesIn(folder), [])
  })
})

async function aFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'blobs-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777
}

async function* failing() {
  yield Buffer.alloc(MIB)
  throw new Error('the line went dead')
}

async function killedWhilePutting(folder: string): Promise<void> {
  const script = `
    import { Readable } from 'node:stream'
    import { diskBlobs } from ${JSON.stringify(import.meta.resolve('#test/harness/files/disk-blobs.ts'))}
    const endless = new Readable({ read() { setTimeout(() => this.push(Buffer.alloc(100_000)), 1) } })
    await diskBlobs(${JSON.stringify(folder)}).put(endless)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' })
  const ended = once(child, 'exit')
  while ((await bytesIn(join(folder, 'incoming'))) < 200_000) await sleep(10)
  child.kill('SIGKILL')
  await ended
}

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
