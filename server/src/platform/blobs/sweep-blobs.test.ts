import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { acme, aDataset, unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { importCalls } from '#test/harness/features/imports.ts'
import { listed } from './blobs.conformance.ts'
import { sweepBlobs } from './jobs.ts'
import { lockBlob } from './lock-blob.ts'

const HOUR_MS = 60 * 60 * 1000

const service = await startApp()
const { blobs, blobsFolder, pool, doWork, v2 } = service
const { upload } = importCalls(service)

const sweep = (signal = new AbortController().signal) => sweepBlobs.run({}, { ...service, signal })
const isThere = async (key: string) => (await blobs.size(key)) !== undefined
const keyOf = (text: string) => createHash('sha256').update(text).digest('hex')

async function makeOlder(key: string, hours: number): Promise<void> {
  const moment = new Date(Date.now() - hours * HOUR_MS)
  await utimes(join(blobsFolder, key.slice(0, 2), key), moment, moment)
}

/** Bytes that no row names. */
async function aBlob({ hoursOld = 25 } = {}): Promise<string> {
  const { key } = await blobs.put(Readable.from([randomBytes(20)]))
  await makeOlder(key, hoursOld)
  return key
}

async function waitingForTurns(): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`
    SELECT count(*)::integer FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
  return rows[0]?.count ?? 0
}

/** A work that holds a blob until it is told to name it, or to end without. */
async function holding(key: string) {
  const held = Promise.withResolvers<void>()
  const told = Promise.withResolvers<'name it' | 'let it go'>()
  const ended = doWork(acme, async ({ tx, now }) => {
    await lockBlob(tx, blobs, key)
    held.resolve()
    if ((await told.promise) === 'let it go') return
    const file = { filename: 'a.csv', content_type: 'text/csv', size: '20', sha256: key }
    const upload = { client_id: 'acme', id: randomUUID(), ...file, expires_at: now, created_at: now }
    await tx.insertInto('uploads').values(upload).execute()
  })
  await Promise.race([held.promise, ended])
  return {
    async end(how: 'name it' | 'let it go') {
      told.resolve(how)
      await ended
    },
  }
}

describe('the sweep of blobs', () => {
  test('removes bytes that are older than a day and that nothing names, and spares younger ones', async () => {
    const old = await aBlob({ hoursOld: 999 })
    const hardlyOld = await aBlob()
    const young = await aBlob({ hoursOld: 23 })

    await sweep()

    assert.deepEqual([await isThere(old), await isThere(hardlyOld), await isThere(young)], [false, false, true])
  })

  test('spares what an upload or an import names, of whichever client, however old', async () => {
    const dataset = await aDataset(service)
    const uploaded = unique('a')
    const foreign = unique('b')
    const imported = unique('c')
    await upload(uploaded)
    await upload(foreign, { application: 'rival' })
    const upload_id = await upload(imported)
    await v2('POST', '/dataset_imports', { body: { dataset_id: dataset, upload_id } })
    // What is left of an import once its upload has expired.
    await pool.query('DELETE FROM uploads WHERE id = $1', [upload_id])
    const keys = [uploaded, foreign, imported].map(keyOf)
    for (const key of keys) await makeOlder(key, 999)

    await sweep()

    assert.deepEqual(await Promise.all(keys.map(isThere)), [true, true, true])
  })

  test('removes the bytes of an upload once nothing names them any more', async () => {
    const text = unique('a')
    await upload(text)
    const id = await upload(text)
    await makeOlder(keyOf(text), 25)

    await pool.query('DELETE FROM uploads WHERE id = $1', [id])
    await sweep()
    const whileNamed = await isThere(keyOf(text))
    await pool.query('DELETE FROM uploads WHERE sha256 = $1', [keyOf(text)])
    await sweep()

    assert.deepEqual([whileNamed, await isThere(keyOf(text))], [true, false])
  })

  test('spares bytes that are named while it waits for the transaction that locks them', async () => {
    const key = await aBlob()
    const holder = await holding(key)

    const swept = sweep()
    await eventually(async () => (await waitingForTurns()) === 1)
    await holder.end('name it')
    await swept

    assert.equal(await isThere(key), true)
  })

  test('removes bytes that were held, and not named in the end', async () => {
    const key = await aBlob()
    const holder = await holding(key)

    const swept = sweep()
    await eventually(async () => (await waitingForTurns()) === 1)
    const whileHeld = await isThere(key)
    await holder.end('let it go')
    await swept

    assert.deepEqual([whileHeld, await isThere(key)], [true, false])
  })

  test('meets every blob, also when there are more than it looks at at once', async () => {
    const keys = Array.from({ length: 620 }, () => randomBytes(32).toString('hex'))
    const unnamed = keys.filter((_, index) => index % 31 === 0)
    const named = keys.filter((_, index) => index % 31 !== 0)
    for (const key of keys) {
      const path = join(blobsFolder, key.slice(0, 2), key)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, '')
      await makeOlder(key, 25)
    }
    await pool.query(
      `INSERT INTO uploads (client_id, id, filename, content_type, size, sha256, expires_at, created_at)
       SELECT 'acme', gen_random_uuid(), 'a.csv', 'text/csv', 0, key, now(), now() FROM unnest($1::text[]) AS key`,
      [named],
    )

    await sweep()

    const left = new Set((await listed(blobs)).map((one) => one.key))
    assert.deepEqual(
      [unnamed.filter((key) => left.has(key)).length, named.filter((key) => left.has(key)).length],
      [0, named.length],
    )
  })

  test('stops when the service does', async () => {
    const key = await aBlob()

    await assert.rejects(sweep(AbortSignal.abort()), { name: 'AbortError' })

    assert.equal(await isThere(key), true)
  })

  test('is done by the clock of the service', async () => {
    const key = await aBlob({ hoursOld: 1 })

    const inADay = { now: () => new Date(Date.now() + 24 * HOUR_MS) }
    await sweepBlobs.run({}, { ...service, clock: inADay, signal: new AbortController().signal })

    assert.equal(await isThere(key), false)
  })
})

describe('holdBlob', () => {
  test('refuses bytes that are gone, so that no row names what is not there', async () => {
    const key = await aBlob()
    await sweep()

    await assert.rejects(holding(key), {
      name: 'Problem',
      kind: 'unavailable',
      code: 'busy',
      message: 'The file could not be kept. Send it again.',
    })
  })

  test('waits for a sweep that is just at it, and refuses then', async () => {
    const key = await aBlob()
    const sweeping = await pool.connect()
    await sweeping.query('BEGIN')
    await sweeping.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`blob ${key}`])

    const refused = assert.rejects(holding(key), { code: 'busy' })
    await eventually(async () => (await waitingForTurns()) === 1)
    await blobs.delete(key)
    await sweeping.query('COMMIT')
    sweeping.release()

    await refused
  })

  test('keeps nobody else who holds the same bytes waiting', async () => {
    const key = await aBlob()

    const holders = [await holding(key), await holding(key), await holding(key)]

    for (const holder of holders) await holder.end('let it go')
    assert.equal(await isThere(key), true)
  })
})
