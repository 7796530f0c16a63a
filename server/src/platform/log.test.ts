import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { openLog } from './log.ts'

const SECRET = 'Zoe-Secret-42'

describe('a line of the log', () => {
  test('is one line of JSON with its level, its moment and its facts', () => {
    const lines = written((log) => log.warn({ webhook_id: 'w1', attempt: 3 }, 'webhook.attempted'))

    const [line] = lines.map((one) => JSON.parse(one))
    assert.equal(lines.length, 1)
    assert.match(line.time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.deepEqual(
      { ...line, time: '' },
      { level: 'warn', time: '', webhook_id: 'w1', attempt: 3, msg: 'webhook.attempted' },
    )
  })

  test('below the level is not written', () => {
    assert.deepEqual(
      written((log) => log.info({}, 'request.answered'), 'warn'),
      [],
    )
  })

  const keys = [
    'authorization',
    'cookie',
    'password',
    'secret',
    'token',
    'access_token',
    'x-api-key',
    'x_api_key',
    'key',
    'shared_token',
    'signature_key',
    'email',
    'first_name',
    'last_name',
    'filename',
    'body',
  ]
  for (const key of keys) {
    test(`holds no ${key}, neither at the top nor one level down`, () => {
      const [line = ''] = written((log) =>
        log.info({ [key]: SECRET, headers: { [key]: SECRET, host: 'kept' } }, 'request.answered'),
      )

      assert.doesNotMatch(line, new RegExp(SECRET))
      assert.match(line, /"host":"kept"/)
      assert.match(line, /\[removed\]/)
    })
  }

  test('about an error has its type, message and place', () => {
    const [line = ''] = written((log) => log.error({ err: new RangeError('too far') }, 'job.failed'))

    const { err } = JSON.parse(line)
    assert.deepEqual([err.type, err.message], ['RangeError', 'too far'])
    assert.match(err.stack, /log\.test\.ts/)
  })

  test('about an error holds nothing that was hung on it', () => {
    const error = Object.assign(new Error('refused'), {
      detail: SECRET,
      request: { body: SECRET },
      cause: new Error(SECRET),
    })

    const [line = ''] = written((log) => log.error({ err: error }, 'job.failed'))

    assert.doesNotMatch(line, new RegExp(SECRET))
  })

  test('about something thrown that is not an error does not quote it', () => {
    const [line = ''] = written((log) => log.error({ err: SECRET }, 'job.failed'))

    assert.doesNotMatch(line, new RegExp(SECRET))
  })
})

describe('a database error in the log', async () => {
  const database = await createDatabase({ isEmpty: true })
  const connection = new pg.Client(database.connection)
  await connection.connect()
  await connection.query(`
    CREATE TABLE people (name text PRIMARY KEY, age int CHECK (age > 0));
    CREATE FUNCTION raise(what text) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no %', what; END $$`)
  after(async () => {
    await connection.end()
    await database.drop()
  })
  const databaseError = (sql: string, value: string): Promise<Error> =>
    connection.query(sql, [value]).then(
      () => assert.fail('the statement went through'),
      (error: Error) => error,
    )

  const statements: [string, string][] = [
    ['names no value that a type refuses', 'SELECT $1::integer'],
    ['names no value that is there already', 'INSERT INTO people (name) VALUES ($1), ($1)'],
    ['names no row that a check refuses', 'INSERT INTO people (name, age) VALUES ($1, -1)'],
    ['names nothing that the statement raises', 'SELECT raise($1)'],
  ]
  for (const [fact, sql] of statements) {
    test(fact, async () => {
      const error = await databaseError(sql, SECRET)

      const [line = ''] = written((log) => log.error({ err: error }, 'request.failed'))

      assert.ok(JSON.stringify(error, Object.getOwnPropertyNames(error)).includes(SECRET), 'the error itself names it')
      assert.doesNotMatch(line, new RegExp(SECRET))
      assert.match(line, new RegExp(`"message":"database error ${(error as { code?: string }).code}"`))
    })
  }

  test('names no value either that has a line break in it', async () => {
    const error = await databaseError('SELECT $1::integer', `first line\n${SECRET}`)

    const [line = ''] = written((log) => log.error({ err: error }, 'request.failed'))

    assert.doesNotMatch(line, new RegExp(SECRET))
  })
})

function written(write: (log: ReturnType<typeof openLog>) => void, level = 'info'): string[] {
  const lines: string[] = []
  write(openLog(level, { write: (line) => lines.push(line) }))
  return lines
}
