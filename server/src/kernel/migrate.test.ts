import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import pg from 'pg'
import { StartRefused } from '#platform/start-refused.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { migrate } from './migrate.ts'

const SERVER = join(import.meta.dirname, '../..')
const ALL = (await readdir(join(SERVER, 'migrations')))
  .filter((name) => /^\d{4}-/.test(name))
  .map((name) => name.replace('.sql', ''))
  .sort()

describe('migrate', () => {
  test('brings an empty database up to date, in order, with the tables of jobs', async (t) => {
    const { connection, query } = await aDatabase(t, { isEmpty: true })

    const { applied } = await migrate(connection)

    assert.deepEqual(applied, ALL)
    assert.deepEqual(
      await query('SELECT name FROM migrations ORDER BY name'),
      ALL.map((name) => ({ name })),
    )
    assert.deepEqual(await query("SELECT to_regclass('datasets')::text AS a, to_regclass('jobs.job')::text AS b"), [
      { a: 'datasets', b: 'jobs.job' },
    ])
  })

  test('applies nothing the second time, and touches nothing', async (t) => {
    const { connection, query } = await aDatabase(t)
    const before = await query('SELECT * FROM migrations ORDER BY name')

    const { applied } = await migrate(connection)

    assert.deepEqual(applied, [])
    assert.deepEqual(await query('SELECT * FROM migrations ORDER BY name'), before)
  })

  test('of four processes at once on an empty database applies each migration exactly once', async (t) => {
    const { connection, query } = await aDatabase(t, { isEmpty: true })

    const outcomes = await Promise.all(Array.from({ length: 4 }, () => migrateInProcess(connection)))

    assert.deepEqual(outcomes.flat().toSorted(), ALL)
    assert.equal(outcomes.filter((applied) => applied.length > 0).length, 1)
    assert.deepEqual(await query('SELECT count(*)::int AS count FROM migrations'), [{ count: ALL.length }])
    assert.deepEqual(await query('SELECT count(*)::int AS count FROM jobs.version'), [{ count: 1 }])
  })

  test('leaves no lock behind, whether it went well or not', async (t) => {
    const { connection, query } = await aDatabase(t)
    await migrate(connection)
    await query("INSERT INTO migrations (name, checksum) VALUES ('9999-future', 'x')")

    await assert.rejects(migrate(connection))

    assert.deepEqual(
      await query(`SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND database =
        (SELECT oid FROM pg_database WHERE datname = current_database())`),
      [],
    )
  })

  test('refuses data of a newer version in one line that names the migration', async (t) => {
    const { connection, query } = await aDatabase(t)
    await query("INSERT INTO migrations (name, checksum) VALUES ('9998-future', 'x'), ('9999-future', 'x')")

    const refusal = await refusalOf(connection)

    assert.match(refusal, /^The data was written by a newer version of Dossier .*9998-future.*$/)
  })

  test('refuses a migration that was changed after it had run, in one line that names it', async (t) => {
    const { connection, query } = await aDatabase(t)
    await query('UPDATE migrations SET checksum = $1 WHERE name = $2', ['changed', ALL[1]])

    const refusal = await refusalOf(connection)

    assert.equal(refusal, `Migration ${ALL[1]} was changed after it had run on this database.`)
  })

  test('applies what is missing only', async (t) => {
    const { connection, query } = await aDatabase(t)
    const last = ALL.at(-1)
    await query('DROP TABLE forms')
    await query('DELETE FROM migrations WHERE name = $1', ['0004-forms'])

    const { applied } = await migrate(connection)

    assert.ok(last)
    assert.deepEqual(applied, ['0004-forms'])
    assert.deepEqual(await query("SELECT to_regclass('forms')::text AS it"), [{ it: 'forms' }])
  })

  test('undoes a migration that fails, keeps those before it, and names it in one line', async (t) => {
    const { connection, query } = await aDatabase(t, { isEmpty: true })
    await query('CREATE TABLE datasets (in_the_way int)')

    const refusal = await refusalOf(connection)

    assert.match(refusal, /^Migration 0003-datasets failed: .*datasets.*$/)
    assert.deepEqual(
      await query('SELECT name FROM migrations ORDER BY name'),
      ALL.slice(0, 2).map((name) => ({ name })),
    )
    assert.deepEqual(await query("SELECT extname FROM pg_extension WHERE extname = 'btree_gin'"), [])
  })
})

async function aDatabase(t: TestContext, options: { isEmpty?: boolean } = {}) {
  const database = await createDatabase(options)
  const connection = new pg.Client(database.connection)
  await connection.connect()
  t.after(async () => {
    await connection.end()
    await database.drop()
  })
  const query = async (sql: string, values: unknown[] = []) => (await connection.query(sql, values)).rows
  return { connection: database.connection, query }
}

async function migrateInProcess(connection: object): Promise<string[]> {
  const script = join(SERVER, 'test/scripts/migrate-database.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(connection)])
  return JSON.parse(stdout)
}

async function refusalOf(connection: Parameters<typeof migrate>[0]): Promise<string> {
  const error = await migrate(connection).then(
    () => assert.fail('it was not refused'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof StartRefused, String(error))
  assert.equal(error.message.split('\n').length, 1)
  return error.message
}
