import assert from 'node:assert/strict'
import { cp, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { openDatabase } from '#platform/db/db.ts'
import { applyMigrations } from '#platform/db/migrate.ts'
import { listPartitions } from '#platform/db/partitions/partitions.ts'
import { firstIdOf, momentOf, uuidv7 } from '#platform/uuid.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { aFolder } from '#test/harness/processes/service.ts'
import { dumpSchema } from '../../../scripts/dump-schema.ts'

const MIGRATIONS = join(import.meta.dirname, '../../migrations')
const afterwards = async () => {}
const DAY_MS = 86_400_000

/** A database from before there were partitions, and how to bring it up to date. */
async function oldDatabase() {
  const database = await createDatabase({ isEmpty: true })
  const { db, pool, close } = openDatabase(database.connection)
  after(async () => {
    await close()
    await database.drop()
  })
  const folder = join(await aFolder(), 'migrations')
  await mkdir(folder)
  for (const name of await readdir(MIGRATIONS)) {
    if (name < '0046') await cp(join(MIGRATIONS, name), join(folder, name))
  }
  await applyMigrations(database.connection, { folder, afterwards })
  const update = () => applyMigrations(database.connection, { folder: MIGRATIONS, afterwards })
  return { connection: database.connection, db, pool, update }
}

async function addRows(pool: pg.Pool, ids: string[]): Promise<void> {
  await pool.query(
    `INSERT INTO events (client_id, id, type, resource_id, actor_type, data, created_at)
     SELECT 'acme', unnest($1::uuid[]), 'employee.created', 'E-1', 'system', '{}', now()`,
    [ids],
  )
  await pool.query(
    `INSERT INTO callback_deliveries (client_id, endpoint_id, id, event_type, created_at)
     SELECT 'acme', '${firstIdOf(new Date())}', unnest($1::uuid[]), 'employee.created', now()`,
    [ids],
  )
}

describe('a database from before there were partitions', () => {
  test('keeps all of its rows, and takes those of any time', async () => {
    const { db, pool, update } = await oldDatabase()
    const now = Date.now()
    const ids = [0, now - 2000 * DAY_MS, now].map((time) => uuidv7(new Date(time)))
    await addRows(pool, ids)

    await update()
    const later = [now + 400 * DAY_MS, now + 4000 * DAY_MS].map((time) => uuidv7(new Date(time)))
    await addRows(pool, later)

    for (const name of ['events', 'callback_deliveries']) {
      const where = `SELECT tableoid::regclass::text AS place, id FROM ${name} ORDER BY id`
      const { rows } = await pool.query<{ place: string; id: string }>(where)
      assert.deepEqual(rows, [
        ...ids.map((id) => ({ place: `${name}_before`, id })),
        ...later.map((id) => ({ place: `${name}_beyond`, id })),
      ])
      const bound = (await listPartitions(db, { name }))[0]?.to ?? ''
      assert.ok(momentOf(bound).getTime() > now + 6 * DAY_MS, bound)
    }
  })

  test('gets the schema that a new one has', async () => {
    const { connection, pool, update } = await oldDatabase()
    await addRows(pool, [uuidv7(new Date())])

    await update()

    const client = new pg.Client(connection)
    await client.connect()
    const schema = await dumpSchema(client).finally(() => client.end())
    assert.equal(schema, await readFile(join(MIGRATIONS, 'schema.sql'), 'utf8'))
    const { rows } = await pool.query(`SELECT reloptions FROM pg_class WHERE relname LIKE 'callback_deliveries_be%'
      AND relkind = 'r'`)
    assert.deepEqual(rows, Array(2).fill({ reloptions: ['fillfactor=35'] }))
  })

  test('with a row from a clock that ran ahead begins its partitions behind it', async () => {
    const { db, pool, update } = await oldDatabase()
    const far = new Date(Date.now() + 3000 * DAY_MS)
    const ids = [uuidv7(new Date()), uuidv7(far, 1), uuidv7(far, 2 ** 34 - 1)]
    await addRows(pool, ids)

    await update()

    for (const name of ['events', 'callback_deliveries']) {
      const { rows } = await pool.query<{ id: string }>(`SELECT id FROM ${name}_before ORDER BY id`)
      assert.deepEqual(
        rows,
        ids.map((id) => ({ id })),
      )
      const [before, beyond] = await listPartitions(db, { name })
      assert.ok(before?.to && before.to > (ids[2] ?? ''))
      assert.equal(beyond?.from, before.to)
      assert.ok(momentOf(before.to) >= far)
    }
  })

  test('that others go on writing to loses nothing', async () => {
    const { pool, update } = await oldDatabase()
    const written: string[] = []
    let isOver = false
    const write = async () => {
      while (!isOver) {
        const id = uuidv7(new Date())
        await addRows(pool, [id])
        written.push(id)
      }
    }
    const writing = [write(), write(), write()]

    await update()
    const countThen = written.length
    while (written.length < countThen + 20) await new Promise((resolve) => setTimeout(resolve, 10))
    isOver = true
    await Promise.all(writing)

    for (const name of ['events', 'callback_deliveries']) {
      const { rows } = await pool.query<{ id: string }>(`SELECT id FROM ${name} ORDER BY id`)
      assert.deepEqual(
        rows.map(({ id }) => id),
        written.toSorted(),
      )
    }
  })
})
