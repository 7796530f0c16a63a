import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { IMPORT_STATUSES } from '#modules/imports/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { allowedTo, unique } from '#test/harness/builders.ts'
import { anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { importCalls } from '#test/harness/features/imports.ts'
import { aRow, fileOf, managerImportCalls } from '#test/harness/features/manager-imports.ts'
import { listCalls } from '#test/harness/http/list-calls.ts'

const service = await startApp()
const { app, v2, pool } = service
const { imported, submit, run } = managerImportCalls(service)
const { list, call, walk } = listCalls(service, '/imports', 'id')
await aRole(service, { code: 'hr' })
await anOrganization(service, { code: 'paris' })

/** One import in each status: the one in progress broke off, and the last waits for it. */
async function oneOfEach(): Promise<Record<string, string>> {
  const success = (await imported(fileOf([aRow()]))).id
  const partial_success = (await imported(fileOf([aRow(), aRow({ role: 'none' })]))).id
  const failed = (await imported(fileOf([aRow({ role: 'none' })]))).id
  const in_progress = await submit(fileOf([aRow()]))
  const created = await submit(fileOf([aRow()]))
  await pool.query(
    `CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken off'; END $$`,
  )
  await pool.query(`CREATE TRIGGER break_off BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION break_off()`)
  await assert.rejects(run(in_progress), /broken off/)
  await pool.query('DROP FUNCTION break_off CASCADE')
  return { created, in_progress, success, partial_success, failed }
}

const each = await oneOfEach()
const newestFirst = [each.created, each.in_progress, each.failed, each.partial_success, each.success]

describe('GET /imports', () => {
  test('200 lists imports of managers, newest first, as each is read', async () => {
    const answer = await v2('GET', '/imports')

    assert.equal(answer.statusCode, 200)
    assert.deepEqual(await list({}), newestFirst)
    for (const one of answer.json()) assert.deepEqual((await v2('GET', `/imports/${one.id}`)).json(), one)
  })

  for (const status of IMPORT_STATUSES) {
    test(`200 lists those that are ${status} alone, and says so of each`, async () => {
      const answer = await call({ status })

      assert.deepEqual(
        answer.json().map((one: { id: string; status: string }) => [one.id, one.status]),
        [[each[status], status]],
      )
    })
  }

  test('200 goes forwards and back in pages, and a filter keeps to them', async () => {
    const forwards = await walk({ per_page: 2 }, await call({ per_page: 2 }), 'next')
    const last = await call({ per_page: 2, cursor: await cursorOfThird() })
    const back = await walk({ per_page: 2 }, last, 'previous')

    assert.deepEqual(forwards, [newestFirst.slice(0, 2), newestFirst.slice(2, 4), newestFirst.slice(4)])
    assert.deepEqual(back, forwards.toReversed())
  })

  async function cursorOfThird(): Promise<string> {
    const second = await call({ per_page: 2, cursor: String((await call({ per_page: 2 })).headers['next-cursor']) })
    return String(second.headers['next-cursor'])
  }

  test('200 says nothing of imports into data sets, and they say nothing of managers', async () => {
    const { id } = await importCalls(service).submit(unique('ds'), 'country\nfr\n')

    assert.deepEqual(await list({}), newestFirst)
    assert.deepEqual(
      (await v2('GET', '/dataset_imports')).json().map((one: { id: string }) => one.id),
      [id],
    )
    for (const path of ['', '/report', '/errors_report']) {
      assert.equal((await v2('GET', `/imports/${id}${path}`)).statusCode, 404)
    }
    for (const path of ['', '/report', '/source']) {
      assert.equal((await v2('GET', `/dataset_imports/${each.success}${path}`)).statusCode, 404)
    }
  })

  test('400 for a status that is none, a cursor of another list, and too large a page', async () => {
    const cursor = String((await call({ per_page: 2 })).headers['next-cursor'])

    const answers = [
      await call({ status: 'finished' }),
      await call({ status: 'error' }),
      await call({ cursor: 'zzzz' }),
      await call({ cursor, status: 'failed' }),
      await call({ per_page: 101 }),
      await call({ per_page: 0 }),
    ]

    assert.deepEqual(
      answers.map((one) => [one.statusCode, one.json().code]),
      answers.map(() => [400, 'invalid_request']),
    )
  })
})

describe('an import of managers', () => {
  const absent = '01940000-0000-7000-8000-000000000000'

  test("404 for another client's, word for word as for an absent one, and what is not an id", async () => {
    for (const path of ['', '/report', '/errors_report']) {
      const theirs = await v2('GET', `/imports/${each.failed}${path}`, { application: 'rival' })
      const unknown = await v2('GET', `/imports/${absent}${path}`, { application: 'rival' })
      const odd = await v2('GET', `/imports/nonsense${path}`)

      assert.deepEqual([theirs.statusCode, unknown.statusCode, odd.statusCode], [404, 404, 404])
      assert.deepEqual(unknown.json(), { code: 'not_found', message: `Import ${absent} not found.` })
      assert.equal(theirs.body.replace(String(each.failed), '…'), unknown.body.replace(absent, '…'))
    }
    assert.deepEqual((await v2('GET', '/imports', { application: 'rival' })).json(), [])
  })

  for (const path of ['', '/{id}', '/{id}/report', '/{id}/errors_report']) {
    test(`GET /imports${path} needs a token with imports:read, and no more`, async () => {
      const url = `/api/v2/client/imports${path.replace('{id}', String(each.failed))}`
      const allowed = await allowedTo(service, 'imports:read')
      const others = await allowedTo(service, 'users:*', 'dataset_imports:*')

      const answers = [
        await app.inject({ url }),
        await app.inject({ url, headers: others }),
        await app.inject({ url, headers: allowed }),
      ]

      assert.deepEqual(
        answers.map((one) => one.statusCode),
        [401, 403, 200],
      )
      assert.deepEqual(answers[1]?.json(), {
        code: 'insufficient_scope',
        message: 'This application lacks the permission imports:read.',
      })
    })

    test(`405 for POST and DELETE of /imports${path}`, async () => {
      const url = `/imports${path.replace('{id}', String(each.failed))}`

      const answers = [await v2('POST', url, { body: {} }), await v2('DELETE', url)]

      assert.deepEqual(
        answers.map((one) => [one.statusCode, one.json().code]),
        answers.map(() => [405, 'method_not_allowed']),
      )
    })
  }
})
