import assert from 'node:assert/strict'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { migrate } from '#kernel/migrate.ts'
import type { BackupTarget } from '#platform/backup/backup-target.ts'
import { makeBackup } from '#platform/backup/make-backup.ts'
import { restoreBackup } from '#platform/backup/restore-backup.ts'
import { diskStore } from '#platform/blobs/disk-store.ts'
import { encryptedBlobs } from '#platform/blobs/encrypted-blobs.ts'
import { sweepBlobs } from '#platform/blobs/jobs.ts'
import { FILES_KEPT } from '#platform/blobs/remove-unnamed.ts'
import { verifyBlobs } from '#platform/blobs/verify-blobs.ts'
import { openKeyring } from '#platform/crypto/keyring.ts'
import { openDatabase } from '#platform/db/db.ts'
import { checkSecretKey } from '#platform/db/encryption/check-secret-key.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { BLOB_NAMES, namedBlobs } from '#src/worker.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { diskBlobs } from '#test/harness/files/disk-blobs.ts'
import { SECRET_KEY } from '#test/harness/keyring.ts'
import { aFolder } from '#test/harness/processes/service.ts'

const BACKUP_KEY = 'the key of the backups of this test, long enough'
const service = await startApp()
const { db, blobs, clock } = service
const { uploaded } = documentCalls(service)
const secretKeys = { current: SECRET_KEY, accepted: [] }
await checkSecretKey(db, secretKeys)
const filed = {
  document_type_code: await aDocumentType(service, { kind: 'company' }),
  organization_codes: [await anOrganization(service)],
}

async function aTarget() {
  const folder = await aFolder()
  return { folder, target: openTarget(folder) }
}

function openTarget(folder: string, key = BACKUP_KEY): BackupTarget {
  const part = (name: string) => encryptedBlobs(diskStore(join(folder, name)), openKeyring(key))
  return { contents: part('contents'), manifests: part('manifests') }
}

function backUp(target: BackupTarget, keep?: number) {
  clock.advance(1)
  return makeBackup({ directAddress: service.connection, db, blobs, clock, names: BLOB_NAMES, target }, { keep })
}

async function aDocument(content = unique('content').repeat(2000)): Promise<string> {
  return uploaded(filed, { file: Buffer.from(content), filename: 'file.txt' })
}

/** An empty database and an empty file store, with a way to restore into them. */
async function aPlace() {
  const database = await createDatabase({ isEmpty: true })
  after(() => database.drop())
  const store = diskBlobs(await aFolder())
  const restoreFrom = (source: BackupTarget, options = {}, keys = secretKeys) =>
    restoreBackup(
      {
        directAddress: database.connection,
        blobs: store,
        secretKeys: keys,
        source,
        migrate: (upTo) => migrate(database.connection, upTo),
      },
      options,
    )
  const open = () => openDatabase(database.connection, { poolSize: 2 })
  return { connection: database.connection, store, restoreFrom, open }
}

type Address = { host: string; port: number; user: string; database: string }

/** Every row of every table, as text. */
async function contentOf(address: Address): Promise<Map<string, string>> {
  const connection = new pg.Client(address)
  await connection.connect()
  const { rows } = await connection.query<{ name: string }>(`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname IN ('public', 'jobs') AND tablename NOT IN ('migrations', 'version') ORDER BY 1`)
  const contents = new Map<string, string>()
  for (const { name } of rows) {
    const { rows: found } = await connection.query<{ content: string }>(
      `SELECT coalesce(string_agg(one::text, E'\\n' ORDER BY one::text), '') AS content FROM ${name} AS one`,
    )
    contents.set(name, found[0]?.content ?? '')
  }
  await connection.end()
  return contents
}

async function refusalOf(step: Promise<unknown>): Promise<string> {
  const error = await step.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof StartRefused, `${error}`)
  assert.doesNotMatch(error.message, /\n/)
  return error.message
}

/** The stored objects of one part of a target. */
async function objectsIn(folder: string, part: string): Promise<string[]> {
  const names = await readdir(join(folder, part), { recursive: true })
  return names.filter((name) => /[0-9a-f]{64}$/.test(name)).map((name) => join(folder, part, name))
}

describe('a backup that is restored', () => {
  test('has every row of every table, every file, and goes on counting where it was', async () => {
    await aDocument()
    const { target } = await aTarget()
    const place = await aPlace()

    const { manifest } = await backUp(target)
    await place.restoreFrom(target)

    assert.deepEqual(await contentOf(place.connection), await contentOf(service.connection))
    const { db: restored, pool, close } = place.open()
    const verified = await verifyBlobs({ db: restored, blobs: place.store, names: BLOB_NAMES })
    const { rows } = await pool.query(`
      SELECT count(*) FILTER (WHERE NOT convalidated)::integer AS unchecked, count(*)::integer AS all
      FROM pg_constraint WHERE contype = 'f'`)
    const { rows: keys } = await pool.query(`
      SELECT nextval(pg_get_serial_sequence('documents', 'key'))::bigint > max(key) AS is_free FROM documents`)
    const { keyring } = await checkSecretKey(restored, secretKeys)
    await close()
    assert.deepEqual(verified.faults, [])
    assert.equal(verified.files, manifest.files.count)
    assert.ok(rows[0].all > 50)
    assert.deepEqual([rows[0].unchecked, keys[0].is_free], [0, true])
    assert.deepEqual(keyring.fingerprint('x'), openKeyring(SECRET_KEY).fingerprint('x'))
  })

  test('copies only new files the second time, and the first backup can still be restored', async () => {
    const { target } = await aTarget()
    const first = await backUp(target)
    const before = await contentOf(service.connection)
    await aDocument()
    const place = await aPlace()

    const second = await backUp(target)
    await place.restoreFrom(target, { at: first.manifest.taken_at })

    assert.equal(first.copied, first.manifest.files.count)
    assert.equal(second.copied, 1)
    assert.equal(second.manifest.files.count, first.manifest.files.count + 1)
    assert.deepEqual(await contentOf(place.connection), before)
  })

  test('keeps as many backups as it is told, and what they need', async () => {
    const { target } = await aTarget()
    const id = await aDocument()
    await backUp(target)
    await db.deleteFrom('documents').where('id', '=', id).execute()
    await aDocument()
    const place = await aPlace()

    const kept = await backUp(target, 2)
    const pruned = await backUp(target, 1)
    await place.restoreFrom(target)

    assert.equal(kept.pruned.backups, 0)
    assert.equal(pruned.pruned.backups, 2)
    assert.ok(pruned.pruned.objects >= 2)
    assert.deepEqual(await contentOf(place.connection), await contentOf(service.connection))
    const refused = await refusalOf((await aPlace()).restoreFrom(target, { at: kept.manifest.taken_at }))
    assert.equal(refused, `SOURCE holds the backups of ${pruned.manifest.taken_at}.`)
  })

  test('holds the file of every row while others write and delete, and the sweep leaves files alone', async () => {
    const { target } = await aTarget()
    for (let n = 0; n < 20; n += 1) await aDocument()
    let isOver = false
    const writing = (async () => {
      for (; !isOver; ) {
        const id = await aDocument()
        if (Math.random() < 0.5) await db.deleteFrom('documents').where('id', '=', id).execute()
        const late = { now: () => new Date(Date.now() + 3 * 24 * 60 * 60 * 1000) }
        const context = { db, clock: late as typeof clock, blobs, namedBlobs, signal: new AbortController().signal }
        await sweepBlobs.run({}, context)
      }
    })()

    for (let round = 0; round < 3; round += 1) await backUp(target)
    isOver = true
    await writing

    const place = await aPlace()
    const { files } = await place.restoreFrom(target)
    const { db: restored, close } = place.open()
    const verified = await verifyBlobs({ db: restored, blobs: place.store, names: BLOB_NAMES })
    await close()
    assert.deepEqual([files.missing, verified.faults], [[], []])
  })

  test('names a file that was missing already, and is restored without it', async () => {
    const content = unique('lost').repeat(2000)
    const id = await aDocument(content)
    const row = await db.selectFrom('documents').select('sha256').where('id', '=', id).executeTakeFirstOrThrow()
    await blobs.delete(row.sha256)
    const { target } = await aTarget()
    const place = await aPlace()

    const { manifest } = await backUp(target)
    await place.restoreFrom(target)

    assert.deepEqual(manifest.files.missing, [row.sha256])
    await db.deleteFrom('documents').where('id', '=', id).execute()
  })
})

describe('a sweep', () => {
  test('deletes nothing while a backup copies files', async () => {
    const { key } = await blobs.put(Readable.from([unique('orphan')]))
    const late = { now: () => new Date(Date.now() + 3 * 24 * 60 * 60 * 1000) }
    const sweep = () =>
      sweepBlobs.run({}, { db, clock: late as typeof clock, blobs, namedBlobs, signal: new AbortController().signal })
    const connection = new pg.Client(service.connection)
    await connection.connect()
    await connection.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [FILES_KEPT])

    await sweep()
    const during = await blobs.size(key)
    await connection.end()
    await sweep()

    assert.notEqual(during, undefined)
    assert.equal(await blobs.size(key), undefined)
  })
})

describe('a restore is refused', () => {
  test('in one line, for a source that is empty, of another key, or not of backups', async () => {
    const { folder, target } = await aTarget()
    const place = await aPlace()

    assert.equal(await refusalOf(place.restoreFrom(target)), 'SOURCE holds no complete backup.')
    await backUp(target)
    const other = openTarget(folder, `${BACKUP_KEY}!`)
    assert.match(await refusalOf(place.restoreFrom(other)), /^The backups cannot be read: .*another BACKUP_KEY/)
    assert.match(await refusalOf(backUp(other)), /^The backups cannot be read: .*another BACKUP_KEY/)
    const files = openTarget(await aFolder())
    await files.contents.put(Readable.from(['something else']))
    assert.match(await refusalOf(backUp(files)), /^TARGET is not empty/)
  })

  test('with another SECRET_KEY, and leaves the database empty', async () => {
    const { target } = await aTarget()
    await backUp(target)
    const place = await aPlace()

    const message = await refusalOf(place.restoreFrom(target, {}, { current: `${SECRET_KEY}!`, accepted: [] }))

    assert.match(message, /^SECRET_KEY is not the one that the backup was made with/)
    assert.equal((await contentOf(place.connection)).size, 0)
  })

  test('into a database or a file store that is not empty, unless it may overwrite', async () => {
    const { target } = await aTarget()
    await backUp(target)
    const place = await aPlace()
    await place.store.put(Readable.from(['a file of another']))

    assert.match(await refusalOf(place.restoreFrom(target)), /^The file store is not empty/)
    await place.restoreFrom(target, { mayOverwrite: true })
    assert.match(await refusalOf(place.restoreFrom(target)), /^The database is not empty/)
    await place.restoreFrom(target, { mayOverwrite: true })

    assert.deepEqual(await contentOf(place.connection), await contentOf(service.connection))
  })

  test('into a database of something else', async () => {
    const { target } = await aTarget()
    await backUp(target)
    const place = await aPlace()
    const connection = new pg.Client(place.connection)
    await connection.connect()
    await connection.query('CREATE TABLE theirs ()')
    await connection.end()

    assert.match(await refusalOf(place.restoreFrom(target)), /^The database is not empty/)
  })

  test('while a process uses the database', async () => {
    const { target } = await aTarget()
    await backUp(target)
    const place = await aPlace()
    const { pool, close } = place.open()
    await pool.query('SELECT')

    assert.match(await refusalOf(place.restoreFrom(target)), /^A process of Dossier uses this database/)
    await close()
  })

  test('when any object of the backup is changed, cut off or gone; no process then starts on the database', async () => {
    const { folder, target } = await aTarget()
    await aDocument('x'.repeat(600_000))
    await backUp(target)
    const objects = await objectsIn(folder, 'contents')
    const damages: ((bytes: Buffer) => Buffer | undefined)[] = [
      (bytes) => flipped(bytes, Math.floor(bytes.length / 2)),
      (bytes) => flipped(bytes, bytes.length - 1),
      (bytes) => bytes.subarray(0, bytes.length - 1),
      () => undefined,
    ]

    let tried = 0
    for (const [index, path] of objects.entries()) {
      if (index % Math.ceil(objects.length / 6) !== 0) continue
      const bytes = await readFile(path)
      const damaged = damages[tried % damages.length]?.(bytes)
      tried += 1
      await (damaged ? writeFile(path, damaged) : rm(path))
      const place = await aPlace()

      await refusalOf(place.restoreFrom(target))

      const { db: opened, close } = place.open()
      assert.match(await refusalOf(checkSecretKey(opened, secretKeys)), /^A restore into this database has not ended/)
      await close()
      await writeFile(path, bytes)
      await place.restoreFrom(target)
      assert.deepEqual(await contentOf(place.connection), await contentOf(service.connection))
    }
    assert.ok(tried >= 4)
  })
})

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
  return copy
}
