import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { unitOfWork } from '#kernel/unit-of-work.ts'
import { putForm } from '#modules/requests/forms/put-form.ts'
import { foldRequestCounts } from '#modules/requests/jobs.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, unique } from '#test/harness/builders.ts'
import { everythingOf } from '#test/harness/database/everything-of.ts'
import { aManager, anEmployee, eventsOf } from '#test/harness/features/directory/builders.ts'
import { eventsWithData } from '#test/harness/features/documents/filing-calls.ts'
import { aFile, RIVAL_KEY, requestCalls } from '#test/harness/features/requests.ts'
import { runJob } from '#test/harness/features/webhooks/deliveries.ts'
import { deleteRequest } from './delete-request.ts'

const service = await startApp()
const { db, doWork, clock } = service
const { call, send, made, read, patched, commented } = requestCalls(service)
const form_code = unique('f')
await doWork(acme, (work) =>
  putForm(work, form_code, { title: 'A form', fields: [{ code: 'proof', label: 'Proof', type: 'file' }] }),
)

const remove = (id: string, key?: string | null) => call('DELETE', `/requests/${id}/`, key === undefined ? {} : { key })
const total = async (filter: string) => Number((await call('GET', `/requests/?${filter}`)).headers['x-total-count'])

/** A request with something in every table that requests have. */
async function aFullRequest(creator: string) {
  const employee_technical_id = await anEmployee(service)
  const request = await made({
    form_code,
    creator_technical_id: creator,
    employee_technical_id,
    proof: aFile(unique('x')),
  })
  await send(`/requests/${request.id}/comments/`, { body: 'B', files: [aFile(unique('x')), aFile(unique('x'))] })
  await commented(request.id, { body: 'B', author_technical_id: creator })
  return patched(request.id, { status: 'closed', actor_technical_id: creator })
}

const TABLES = ['requests', 'request_files', 'request_comments', 'request_history'] as const
async function rowsOf(id: string): Promise<number[]> {
  return Promise.all(
    TABLES.map(async (table) => {
      const column = table === 'requests' ? 'id' : 'request_id'
      const { count } = await db
        .selectFrom(table)
        .select(db.fn.countAll().as('count'))
        .where(column as 'request_id', '=', id)
        .executeTakeFirstOrThrow()
      return Number(count)
    }),
  )
}

describe('DELETE /api/requests/{id}/', () => {
  test('204 removes it from every table and every list, and nothing else', async () => {
    const creator = await aManager(service)
    const request = await aFullRequest(creator)
    const other = await aFullRequest(creator)
    const rows = [await rowsOf(request.id), await rowsOf(other.id)]

    const answer = await remove(request.id)

    assert.deepEqual([answer.statusCode, answer.body], [204, ''])
    assert.deepEqual(rows, [
      [1, 3, 2, 4],
      [1, 3, 2, 4],
    ])
    assert.deepEqual([await rowsOf(request.id), await rowsOf(other.id)], [[0, 0, 0, 0], rows[1]])
    const paths = ['', 'comments/', 'history/', 'files/proof/']
    for (const path of paths) assert.equal((await call('GET', `/requests/${request.id}/${path}`)).statusCode, 404, path)
    assert.deepEqual((await call('GET', `/requests/?creator_technical_id=${creator}`)).json(), [other])
    assert.deepEqual(await read(other.id), other)
  })

  test('204 tells of it once, with how it was last', async () => {
    const request = await aFullRequest(await aManager(service))
    const before = await read(request.id)
    clock.advance(5)

    await remove(request.id)

    assert.deepEqual((await eventsWithData(service, request.id)).at(-1), { type: 'request.deleted', data: before })
    assert.equal((await eventsOf(db, request.id)).filter((one) => one === 'request.deleted').length, 1)
  })

  test('204 takes it out of every count, added up before, between or after', async () => {
    const fold = () => runJob(service, foldRequestCounts, {})
    const creator = await aManager(service)
    const filters = ['', 'status=closed', 'origin=API', `form_code=${form_code}`, `creator_technical_id=${creator}`]
    filters.push('created_at_since=2000-01-01T00:00:00Z', 'closed_at_since=2000-01-01T00:00:00Z')
    const counts = async () => Promise.all(filters.map(total))
    const before = await counts()

    const requests = [await aFullRequest(creator), await aFullRequest(creator), await aFullRequest(creator)]
    const full = await counts()
    await remove(requests[0]?.id ?? '')
    await fold()
    const two = await counts()
    await remove(requests[1]?.id ?? '')
    const one = await counts()
    await fold()
    await remove(requests[2]?.id ?? '')

    assert.deepEqual(
      full,
      before.map((count) => count + 3),
    )
    assert.deepEqual(
      two,
      before.map((count) => count + 2),
    )
    assert.deepEqual(
      one,
      before.map((count) => count + 1),
    )
    assert.deepEqual(await counts(), before)
    await fold()
    assert.deepEqual(await counts(), before)
  })

  test('404 the second time, and nothing is told or counted again', async () => {
    const creator = await aManager(service)
    const { id } = await aFullRequest(creator)
    await remove(id)
    const before = await everythingOf(db, 'acme')

    const answer = await remove(id)

    assert.deepEqual([answer.statusCode, answer.json()], [404, { detail: `Request ${id} not found.` }])
    assert.deepEqual(await everythingOf(db, 'acme'), before)
  })

  test('204 once, 404 otherwise, of several at once', async () => {
    const creator = await aManager(service)
    const { id } = await made({ creator_technical_id: creator })

    const answers = await Promise.all([remove(id), remove(id), remove(id)])

    assert.deepEqual(answers.map((one) => one.statusCode).toSorted(), [204, 404, 404])
    assert.deepEqual(await eventsOf(db, id), ['request.created', 'request.deleted'])
    assert.equal(await total(`creator_technical_id=${creator}`), 0)
  })

  test('404 for another client’s request, an absent one and what is not a number; 403 without a key; nothing changes', async () => {
    const { id } = await aFullRequest(await aManager(service))
    const before = await everythingOf(db, 'acme')

    const foreign = await remove(id, RIVAL_KEY)
    const keyless = await remove(id, null)
    const odd = ['999999999', '0', `0${id}`, `-${id}`, 'x', '9'.repeat(19), '%00', 'x'.repeat(300)]
    const answers = await Promise.all(odd.map((one) => remove(one)))

    assert.deepEqual([foreign.statusCode, foreign.json()], [404, { detail: `Request ${id} not found.` }])
    assert.deepEqual([keyless.statusCode, Object.keys(keyless.json())], [403, ['detail']])
    for (const answer of answers) assert.deepEqual([answer.statusCode, Object.keys(answer.json())], [404, ['detail']])
    assert.deepEqual(await everythingOf(db, 'acme'), before)
  })

  test('leaves everything as it was when a later step fails', async () => {
    const { id } = await aFullRequest(await aManager(service))
    const before = await everythingOf(db, 'acme')

    const deleting = unitOfWork({ db, clock, insertJobs: async () => {} })(acme, async (work) => {
      await deleteRequest(work, service, id)
      assert.fail('Something else went wrong.')
    })

    await assert.rejects(deleting, /Something else/)
    assert.deepEqual(await everythingOf(db, 'acme'), before)
  })
})
