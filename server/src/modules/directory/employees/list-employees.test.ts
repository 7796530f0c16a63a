import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { listCalls } from '#test/harness/http/list-calls.ts'

const service = await startApp()
const { app, v2, clock } = service

const { call, cursorOf, list, walk } = listCalls(service, '/employees', 'technical_id')

/** A word that nobody else is called. */
const aWord = () => unique('zq').replaceAll('-', '')

describe('GET /employees', () => {
  test('200 answers a bare list of employees, as each is read by itself, by name', async () => {
    const organization = await anOrganization(service)
    for (const [last_name, first_name] of [
      ['émile', 'B'],
      ['Zola', 'A'],
      ['Emile', 'c'],
      ['eMILE', 'a'],
    ] as [string, string][]) {
      await anEmployee(service, { last_name, first_name, organizations: [organization] })
    }

    const answer = await call({ organization_code: organization })

    const names = answer.json().map((one: { last_name: string; first_name: string }) => [one.last_name, one.first_name])
    assert.equal(answer.statusCode, 200)
    assert.deepEqual(names, [
      ['eMILE', 'a'],
      ['émile', 'B'],
      ['Emile', 'c'],
      ['Zola', 'A'],
    ])
    for (const employee of answer.json()) {
      assert.deepEqual(employee, (await v2('GET', `/employees/${employee.technical_id}`)).json())
    }
  })

  test('200 has 20 on a page unless per_page says otherwise, up to 100', async () => {
    const organization_code = await anOrganization(service)
    const rows = Array.from({ length: 101 }, () => ({
      technical_id: unique('E'),
      first_name: 'Eve',
      last_name: 'Many',
      registrations: [{ organization_code, employee_number: '1' }],
    }))
    await v2('POST', '/employees/bulk', { body: { employees: rows } })

    const lengths = []
    for (const more of [{}, { per_page: 1 }, { per_page: 100 }]) {
      lengths.push((await list({ organization_code, ...more })).length)
    }

    assert.deepEqual(lengths, [20, 1, 100])
  })

  test('200 sorts by name, technical_id and updated_at, both ways', async () => {
    const organization_code = await anOrganization(service)
    const stem = unique('E')
    const a = `${stem}a`
    const b = `${stem}b`
    const c = `${stem}c`
    for (const [technical_id, last_name] of [
      [b, 'Xavier'],
      [c, 'Yves'],
      [a, 'Zoé'],
    ] as [string, string][]) {
      await anEmployee(service, { technical_id, last_name, organizations: [organization_code] })
      clock.advance(1)
    }

    const found: Record<string, string[]> = {}
    for (const sort of ['name', '-name', 'technical_id', '-technical_id', 'updated_at', '-updated_at']) {
      found[sort] = await list({ organization_code, sort })
    }

    assert.deepEqual(found, {
      name: [b, c, a],
      '-name': [a, c, b],
      technical_id: [a, b, c],
      '-technical_id': [c, b, a],
      updated_at: [b, c, a],
      '-updated_at': [a, c, b],
    })
  })

  test('200 sorts by the new name after a change', async () => {
    const organization_code = await anOrganization(service)
    const one = await anEmployee(service, { last_name: 'A', organizations: [organization_code] })
    const two = await anEmployee(service, { last_name: 'B', organizations: [organization_code] })

    await v2('PATCH', `/employees/${one}`, { body: { last_name: 'C' } })

    assert.deepEqual(await list({ organization_code }), [two, one])
  })

  test("200 shows a client's own employees only", async () => {
    const word = aWord()
    await anEmployee(service, { last_name: word, owner: globex })
    const own = await anEmployee(service, { last_name: word })

    assert.deepEqual(await list({ q: word }), [own])
  })

  for (const [query, message] of [
    ['per_page=0', 'per_page: This must be >= 1.'],
    ['per_page=101', 'per_page: This must be <= 100.'],
    ['per_page=', 'per_page: This must be an integer.'],
    ['per_page=1.5', 'per_page: This must be an integer.'],
    ['sort=email', 'sort: This must be one of name, -name, technical_id, -technical_id, updated_at, -updated_at.'],
    ['status=gone', 'status: This must be one of current, terminated.'],
    ['status=', 'status: This must be one of current, terminated.'],
    ['include_below=yes', 'include_below: This must be a boolean.'],
    ['deleted=1', 'deleted: This must be a boolean.'],
    [
      'updated_at_since=2024-01-31',
      'updated_at_since: This is not a valid date-time (expected ISO 8601 with an offset).',
    ],
    [
      'updated_at_since=2023-02-29T00:00:00Z',
      'updated_at_since: This is not a valid date-time (expected ISO 8601 with an offset).',
    ],
    ['updated_at_since=', 'updated_at_since: This is not a valid date-time (expected ISO 8601 with an offset).'],
    ['q=a&q=b', 'q: This must be a string.'],
    ['q=%00', 'q: This contains characters that cannot be stored.'],
    ['q=%ff', 'q: This contains characters that cannot be stored.'],
    [`q=${'x'.repeat(201)}`, 'q: This exceeds 200 characters.'],
    ['email=%00', 'email: This contains characters that cannot be stored.'],
    ['employee_number=%00', 'employee_number: This contains characters that cannot be stored.'],
    [`employee_number=${'1'.repeat(101)}`, 'employee_number: This exceeds 100 characters.'],
    ['organization_code=%00', 'organization_code: This contains characters that cannot be stored.'],
    [`organization_code=${'x'.repeat(65)}`, 'organization_code: This exceeds 64 characters.'],
    ['visible_by_technical_id=%00', 'visible_by_technical_id: This contains characters that cannot be stored.'],
    [`visible_by_technical_id=${'x'.repeat(51)}`, 'visible_by_technical_id: This exceeds 50 characters.'],
    ['core_uuid=%00', 'core_uuid: This contains characters that cannot be stored.'],
    ['cursor=', 'cursor: This is not a valid cursor for this list.'],
    ['cursor=AAAA', 'cursor: This is not a valid cursor for this list.'],
  ] as const) {
    test(`400 for ${query.slice(0, 40)}, naming the parameter`, async () => {
      const answer = await v2('GET', `/employees?${query}`)

      assert.equal(answer.statusCode, 400)
      assert.deepEqual(answer.json(), { code: 'invalid_request', message })
    })
  }

  test('401 without credentials, and 403 for an application for data sets alone', async () => {
    const nobody = await app.inject({ url: '/api/v2/client/employees' })
    const reader = await v2('GET', '/employees', { application: 'reader' })

    assert.equal(nobody.statusCode, 401)
    assert.equal(reader.statusCode, 403)
    assert.equal(reader.json().message, 'This application lacks the permission employees:read.')
  })
})

describe('pages of GET /employees', () => {
  const sorts = ['name', '-name', 'technical_id', '-technical_id', 'updated_at', '-updated_at']

  /** Employees of one organization who all have the same name and were made at the same moment. */
  async function twins(count: number) {
    const organization_code = await anOrganization(service)
    const employees = Array.from({ length: count }, () => ({
      technical_id: unique('E'),
      first_name: 'Eve',
      last_name: 'Twin',
      registrations: [{ organization_code, employee_number: '1' }],
    }))
    await v2('POST', '/employees/bulk', { body: { employees } })
    return { organization_code, ids: employees.map((one) => one.technical_id) }
  }

  for (const sort of sorts) {
    test(`lead through ties once, forwards and back, sorted by ${sort}`, async () => {
      const { organization_code, ids } = await twins(11)
      const query = { organization_code, sort, per_page: 3 }

      const forwards = await walk(query, await call(query), 'next')
      let last = await call(query)
      while (cursorOf(last, 'next')) last = await call({ ...query, cursor: cursorOf(last, 'next') ?? '' })
      const backwards = await walk(query, last, 'previous')

      assert.deepEqual(
        forwards.map((page) => page.length),
        [3, 3, 3, 2],
      )
      assert.deepEqual(forwards.flat().toSorted(), ids.toSorted())
      assert.deepEqual(backwards.toReversed(), forwards)
      assert.deepEqual(await list({ organization_code, sort, per_page: 100 }), forwards.flat())
    })
  }

  test('lead through deleted ones too', async () => {
    const { organization_code, ids } = await twins(5)
    for (const id of ids) await v2('DELETE', `/employees/${id}`)
    const query = { organization_code, deleted: 'true', per_page: 2 }

    const pages = await walk(query, await call(query), 'next')

    assert.deepEqual(
      pages.map((page) => page.length),
      [2, 2, 1],
    )
    assert.deepEqual(pages.flat().toSorted(), ids.toSorted())
  })

  test('the first has no Previous-Cursor and the last no Next-Cursor, also when it is full', async () => {
    const { organization_code } = await twins(4)
    const query = { organization_code, per_page: 2 }

    const first = await call(query)
    const last = await call({ ...query, cursor: cursorOf(first, 'next') ?? '' })

    assert.equal(cursorOf(first, 'previous'), undefined)
    assert.ok(cursorOf(last, 'previous'))
    assert.equal(cursorOf(last, 'next'), undefined)
  })

  test('go on after the one they stand at was deleted or renamed, and may change their size', async () => {
    const { organization_code } = await twins(6)
    const all = await list({ organization_code })
    const first = await call({ organization_code, per_page: 2 })
    await v2('DELETE', `/employees/${all[1]}`)

    const rest = await list({ organization_code, per_page: 100, cursor: cursorOf(first, 'next') ?? '' })

    assert.deepEqual(rest, all.slice(2))
  })

  test('400 for a cursor of another sort, filter, list or client, and for a forged one', async () => {
    const { organization_code } = await twins(3)
    const query = { organization_code, per_page: 1 }
    const cursor = cursorOf(await call(query), 'next') ?? assert.fail('no cursor')
    const bytes = Buffer.from(cursor, 'base64url')
    bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 1

    const answers = [
      await call({ ...query, cursor, sort: '-name' }),
      await call({ ...query, cursor, q: 'twin' }),
      await call({ ...query, cursor, include_below: 'true' }),
      await call({ ...query, cursor, deleted: 'true' }),
      await call({ per_page: 1, cursor }),
      await call({ ...query, cursor: bytes.toString('base64url') }),
      await call({ ...query, cursor: `${cursor}AAAA` }),
      await v2('GET', `/users?per_page=1&organization_code=${organization_code}&cursor=${cursor}`),
      await v2('GET', `/employees?${new URLSearchParams({ organization_code, cursor })}`, { application: 'rival' }),
    ]

    for (const answer of answers) {
      assert.equal(answer.statusCode, 400)
      assert.deepEqual(answer.json(), {
        code: 'invalid_request',
        message: 'cursor: This is not a valid cursor for this list.',
      })
    }
  })
})
