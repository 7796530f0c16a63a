import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { unique } from '#test/harness/builders.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { dossier } from '#test/harness/processes/command.ts'
import { aDemoFolder } from '#test/harness/processes/data-folders.ts'
import { aFolder, demoCredentials, startService } from '#test/harness/processes/service.ts'
import { setupInFile } from '#test/harness/setup.ts'
import { createDossier } from '../../../sdk/src/index.ts'

const folder = await aFolder()

const SITES = {
  id: 'sites',
  localized_names: [],
  dimensions: [{ id: 'country', localized_names: [] }],
  values: ['fr', 'gb'].map((code) => ({ code, localized_names: [] })),
}

async function aFile(...lines: string[]): Promise<string> {
  const path = join(folder, `${unique('values')}.csv`)
  await writeFile(path, `${lines.join('\n')}\n`)
  return path
}

/** The clients of the test set-up on a database that the test can look into, and how to import there. */
async function anInstallation() {
  const database = await createDatabase()
  const { host, user, port, database: name } = database.connection
  const db = new pg.Client(database.connection)
  await db.connect()
  after(async () => {
    await db.end()
    await database.drop()
  })
  const env = {
    DATA_DIR: await aFolder(),
    DATABASE_URL: `postgres://${user}@/${name}?host=${encodeURIComponent(host)}&port=${port}`,
    SECRET_KEY: 'one key for all processes of this test',
  }
  const setup = join(folder, `${unique('setup')}.json`)
  const [acme, ...others] = setupInFile.clients
  await writeFile(setup, JSON.stringify({ clients: [{ ...acme, datasets: [SITES] }, ...others] }))
  assert.equal((await dossier(['apply', setup], env)).code, 0)
  return { db, env }
}

const { db, env } = await anInstallation()
const run = (...args: string[]) => dossier(['import-dataset', ...args], env)
const runForAcme = (file: string, dataset: string, ...args: string[]) =>
  run(file, '--dataset', dataset, '--client', 'acme', ...args)

async function pathsIn(dataset: string): Promise<string[]> {
  const { rows } = await db.query<{ path: string }>(
    `SELECT value.path FROM dataset_values value
     JOIN datasets dataset ON dataset.client_id = value.client_id AND dataset.key = value.dataset_key
     WHERE dataset.client_id = 'acme' AND dataset.id = $1 ORDER BY value.path`,
    [dataset],
  )
  return rows.map((row) => row.path)
}

const offices = await aFile('country,country.en-us,city', 'fr,France,', 'fr,,paris', 'gb,United Kingdom,')
const spoilt = await aFile('country,city', 'de,', ',nowhere')

describe('dossier import-dataset', { concurrency: 2 }, () => {
  test('imports a file, says what it did, ends with 0, and records the command as the origin', async () => {
    const dataset = unique('ds')

    const { code, stdout, stderr } = await runForAcme(offices, dataset)

    const { rows } = await db.query('SELECT origin, actor_type, status, result FROM imports WHERE dataset_id = $1', [
      dataset,
    ])
    assert.equal(code, 0, stderr)
    assert.equal(
      stdout,
      `The file was imported: 3 rows, 3 values, data set ${dataset}.\ndimensions created: 2, values created: 3\n`,
    )
    assert.equal(stderr, '')
    assert.deepEqual(await pathsIn(dataset), ['fr', 'fr.paris', 'gb'])
    assert.deepEqual(rows, [{ origin: 'cli', actor_type: 'system', status: 'finished', result: 'success' }])
  })

  test('ends with 1 and a table of errors when a row is wrong, and imports nothing', async () => {
    const dataset = unique('ds')

    const { code, stdout } = await runForAcme(spoilt, dataset)

    assert.equal(code, 1)
    assert.equal(
      stdout,
      `The file was not imported: 2 rows, 1 values, data set ${dataset}.\nrows with errors: 1\n\n` +
        'LINE  COLUMN   CODE          MESSAGE\n' +
        '3     country  missing_code  The code of country is missing.\n',
    )
    assert.deepEqual(await pathsIn(dataset), [])
  })

  test('--on-error skip leaves wrong rows out and ends with 3; --json prints the record', async () => {
    const dataset = unique('ds')

    const { code, stdout } = await runForAcme(spoilt, dataset, '--on-error', 'skip', '--json')

    const { id, errors, creator, ...record } = JSON.parse(stdout)
    const { rows } = await db.query('SELECT id FROM imports WHERE dataset_id = $1', [dataset])
    assert.equal(code, 3)
    assert.deepEqual(rows, [{ id }])
    assert.partialDeepStrictEqual(record, {
      dataset_id: dataset,
      status: 'finished',
      result: 'partial_success',
      mode: 'replace',
      on_error: 'skip',
      origin: 'cli',
      progress: 1,
      stats: { rows: 2, row_errors: 1, values_created: 1 },
    })
    assert.deepEqual(creator, { type: 'system', id: null, name: null })
    assert.deepEqual([errors.length, errors[0].line], [1, 3])
    assert.deepEqual(await pathsIn(dataset), ['de'])
  })

  test('--mode merge keeps what the file does not name', async () => {
    const { code } = await runForAcme(await aFile('country', 'de'), 'sites', '--mode', 'merge')

    assert.equal(code, 0)
    assert.deepEqual(await pathsIn('sites'), ['de', 'fr', 'gb'])
  })

  test('--dry-run says what would be done, and does nothing', async () => {
    const dataset = unique('ds')

    const { code, stdout } = await runForAcme(offices, dataset, '--dry-run')

    assert.equal(code, 0)
    assert.match(stdout, /^The file would be imported: 3 rows, 3 values/)
    assert.deepEqual(await pathsIn(dataset), [])
    assert.equal((await db.query('SELECT FROM datasets WHERE id = $1', [dataset])).rowCount, 0)
  })

  test('ends with 1 in words when there are several clients, no such file or no such choice', async () => {
    const dataset = unique('ds')

    const several = await run(offices, '--dataset', dataset)
    const absent = await runForAcme(join(folder, 'absent.csv'), dataset)
    const choices = await runForAcme(offices, dataset, '--mode', 'mix', '--on-error', 'cry')

    assert.deepEqual([several.code, absent.code, choices.code], [1, 1, 1])
    assert.equal(several.stderr, '--client ID is missing: there are several clients, or none.\n')
    assert.equal(absent.stderr, `The file ${join(folder, 'absent.csv')} cannot be read.\n`)
    assert.match(choices.stderr, /^mode: .*replace, merge.*\non_error: .*abort, skip/)
    assert.equal((await db.query('SELECT FROM imports WHERE dataset_id = $1', [dataset])).rowCount, 0)
  })

  test('ends with 2 and its usage when it is called wrongly', async () => {
    const { code, stdout, stderr } = await run(offices)

    assert.equal(code, 2)
    assert.match(stderr, /^Usage: dossier import-dataset FILE --dataset ID /)
    assert.equal(stdout, '')
  })
})

describe('dossier import-dataset beside a service', () => {
  test('runs an import that stands in line before it, and both end once', async () => {
    const service = await startService({ dataDir: env.DATA_DIR, env: { ...env, ROLE: 'api' } })
    const sdk = createDossier({
      baseUrl: service.url,
      clientId: 'acme',
      applicationId: 'payroll',
      applicationSecret: 'payroll-secret',
    })
    const dataset = unique('ds')
    const upload = await sdk.uploads.create(new Blob(['country\nbe\n']), { filename: 'first.csv' })
    const waiting = await sdk.datasetImports.create({ dataset_id: dataset, upload_id: upload.id })

    const { code, stdout } = await runForAcme(await aFile('country', 'nl'), dataset, '--mode', 'merge', '--json')

    const first = await sdk.datasetImports.get(waiting.id)
    const second = JSON.parse(stdout)
    assert.equal(code, 0)
    assert.deepEqual(
      [waiting.status, first.status, first.result, first.origin],
      ['queued', 'finished', 'success', 'api'],
    )
    assert.deepEqual(await sdk.datasetImports.get(second.id), second)
    assert.deepEqual(await pathsIn(dataset), ['be', 'nl'])
    const { rows } = await db.query(
      `SELECT resource_id FROM events WHERE type = 'dataset_import.completed' AND data ->> 'dataset_id' = $1 ORDER BY id`,
      [dataset],
    )
    assert.deepEqual(
      rows.map((one) => one.resource_id),
      [first.id, second.id],
    )
    assert.equal(await service.end('SIGTERM'), 0)
  })

  test('works on the data folder of the demo, while its service runs and when it has ended', async () => {
    const { dataDir, welcome } = await aDemoFolder()
    const service = await startService({ dataDir })
    const sdk = createDossier({ baseUrl: service.url, ...demoCredentials(welcome) })
    const importHere = (file: string) =>
      dossier(['import-dataset', file, '--dataset', 'offices'], { DATA_DIR: dataDir })

    const during = await importHere(offices)
    const { values_count, last_import_result } = await sdk.datasets.get('offices')
    const ended = await service.end('SIGTERM')
    const afterwards = await importHere(offices)

    assert.deepEqual([during.code, ended, afterwards.code], [0, 0, 0], during.stderr + afterwards.stderr)
    assert.deepEqual([values_count, last_import_result], [3, 'success'])
    assert.match(during.stdout, /values deleted: 2/)
    assert.match(afterwards.stdout, /^Nothing is different\.$/m)
  })
})
