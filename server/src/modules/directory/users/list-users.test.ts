import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'

const service = await startApp()
const { app, v2, clock } = service

type Answer = Awaited<ReturnType<typeof v2>>
type Query = Record<string, string>

const call = (query: Query) => v2('GET', `/users?${new URLSearchParams(query)}`)
const idsOf = (answer: Answer): string[] => answer.json().map((one: { technical_id: string }) => one.technical_id)
const cursorOf = (answer: Answer, which: 'next' | 'previous') => answer.headers[`${which}-cursor`] as string | undefined
const aWord = () => unique('zq').replaceAll('-', '')

async function list(query: Query): Promise<string[]> {
  const answer = await call(query)
  assert.equal(answer.statusCode, 200, answer.body)
  return idsOf(answer)
}

describe('GET /users', () => {
  test('200 answers a bare list of managers, as each is read by itself, by last name', async () => {
    const role = await aRole(service)
    const profiles = [{ role, organizations: [await anOrganization(service)], include_below: true }]
    for (const last_name of ['émile', 'Zola', 'Emil', 'Emilf']) await aManager(service, { last_name, profiles })

    const answer = await call({ role })

    assert.deepEqual(
      answer.json().map((one: { last_name: string }) => one.last_name),
      ['Emil', 'émile', 'Emilf', 'Zola'],
    )
    for (const user of answer.json()) assert.deepEqual(user, (await v2('GET', `/users/${user.technical_id}`)).json())
  })

  test('200 finds by names in either order, technical id and e-mail address, case and accents ignored', async () => {
    const word = aWord()
    const own = aWord()
    const mail = aWord()
    const id = await aManager(service, {
      technical_id: `M.${own}`,
      first_name: 'Jörg',
      last_name: word,
      email: `${mail}@acme.test`,
    })

    for (const q of [word, `jorg ${word}`, `${word.toUpperCase()} JÖRG`, own, `m.${own}`, mail, `${mail}@acme.test`]) {
      assert.deepEqual(await list({ q }), [id], q)
    }
    assert.deepEqual(await list({ q: `${word} ${word}` }), [])
  })

  test('200 filters by role, organization, e-mail address and time, alone and together', async () => {
    const role = await aRole(service)
    const other = await aRole(service)
    const top = await anOrganization(service)
    const below = await anOrganization(service, { parent: top })
    const email = `${aWord()}@acme.test`
    const one = await aManager(service, {
      profiles: [
        { role: other, organizations: [below] },
        { role, organizations: [below, top], include_below: true },
      ],
    })
    clock.advance(10)
    const updated_at_since = clock.now().toISOString()
    const two = await aManager(service, { email, profiles: [{ role, organizations: [top] }] })

    assert.deepEqual((await list({ role })).sort(), [one, two].sort())
    assert.deepEqual(await list({ role: other }), [one])
    assert.deepEqual((await list({ organization_code: top })).sort(), [one, two].sort())
    assert.deepEqual(await list({ organization_code: below }), [one])
    assert.deepEqual(await list({ email: email.toUpperCase() }), [two])
    assert.deepEqual(await list({ role, updated_at_since }), [two])
    assert.deepEqual(await list({ role, organization_code: below }), [one])
    assert.deepEqual(await list({ role: other, email }), [])
    assert.deepEqual(await list({ role, organization_code: top, email, updated_at_since, q: two }), [two])
  })

  test('200 filters by sees_technical_id together with the others', async () => {
    const role = await aRole(service)
    const organization = await anOrganization(service)
    const blind = await aRole(service, { permissions: ['notes:read'] })
    const employee = await anEmployee(service, { organizations: [organization] })
    const seeing = await aManager(service, { profiles: [{ role, organizations: [organization] }] })
    const other = await aManager(service, { profiles: [{ role, organizations: [organization] }] })
    await aManager(service, { profiles: [{ role: blind, organizations: [organization] }] })

    assert.deepEqual((await list({ sees_technical_id: employee })).sort(), [seeing, other].sort())
    assert.deepEqual(await list({ sees_technical_id: employee, q: seeing }), [seeing])
    assert.deepEqual(await list({ sees_technical_id: employee, role: blind }), [])
  })

  test("200 finds nobody by what is not there, nor by another client's role, organization or address", async () => {
    const given = { owner: globex }
    const role = await aRole(service, given)
    const organization = await anOrganization(service, given)
    const email = `${aWord()}@acme.test`
    await aManager(service, { ...given, email, profiles: [{ role, organizations: [organization] }] })

    for (const query of [
      { role },
      { organization_code: organization },
      { email },
      { q: email },
      { role: 'none' },
      { role: '' },
      { organization_code: 'nowhere' },
      { email: 'nobody@acme.test' },
      { sees_technical_id: 'nobody' },
    ] as Query[]) {
      assert.deepEqual(await list(query), [], JSON.stringify(query))
    }
  })

  for (const sort of ['name', '-name', 'technical_id', '-technical_id', 'updated_at', '-updated_at']) {
    test(`200 leads through ties once, forwards and back, sorted by ${sort}`, async () => {
      const role = await aRole(service)
      const ids: string[] = []
      for (let count = 0; count < 7; count += 1) {
        ids.push(await aManager(service, { last_name: 'Twin', profiles: [{ role, organizations: [] }] }))
      }
      const query = { role, sort, per_page: '3' }

      const pages = [await call(query)]
      for (let next = cursorOf(pages[0] as Answer, 'next'); next; next = cursorOf(pages.at(-1) as Answer, 'next')) {
        pages.push(await call({ ...query, cursor: next }))
      }
      const back = [pages.at(-1) as Answer]
      for (let previous = cursorOf(back[0] as Answer, 'previous'); previous; ) {
        back.unshift(await call({ ...query, cursor: previous }))
        previous = cursorOf(back[0] as Answer, 'previous')
      }

      assert.deepEqual(
        pages.map((one) => idsOf(one).length),
        [3, 3, 1],
      )
      assert.deepEqual(pages.flatMap(idsOf).toSorted(), ids.toSorted())
      assert.deepEqual(back.map(idsOf), pages.map(idsOf))
    })
  }

  test('200 sorts by technical_id and updated_at, both ways', async () => {
    const role = await aRole(service)
    const stem = unique('M')
    for (const [end, last_name] of ['bx', 'cy', 'az']) {
      const profiles = [{ role, organizations: [] }]
      await aManager(service, { technical_id: `${stem}${end}`, last_name: last_name ?? '', profiles })
      clock.advance(1)
    }
    const a = `${stem}a`
    const b = `${stem}b`
    const c = `${stem}c`

    assert.deepEqual(await list({ role, sort: 'name' }), [b, c, a])
    assert.deepEqual(await list({ role, sort: 'technical_id' }), [a, b, c])
    assert.deepEqual(await list({ role, sort: '-technical_id' }), [c, b, a])
    assert.deepEqual(await list({ role, sort: 'updated_at' }), [b, c, a])
    assert.deepEqual(await list({ role, sort: '-updated_at' }), [a, c, b])
  })

  for (const [query, message] of [
    ['per_page=0', 'per_page: This must be >= 1.'],
    ['per_page=101', 'per_page: This must be <= 100.'],
    ['sort=email', 'sort: This must be one of name, -name, technical_id, -technical_id, updated_at, -updated_at.'],
    ['q=%00', 'q: This contains characters that cannot be stored.'],
    [`q=${'x'.repeat(201)}`, 'q: This exceeds 200 characters.'],
    ['role=%00', 'role: This contains characters that cannot be stored.'],
    [`role=${'x'.repeat(101)}`, 'role: This exceeds 100 characters.'],
    [`organization_code=${'x'.repeat(65)}`, 'organization_code: This exceeds 64 characters.'],
    [`email=${'x'.repeat(255)}`, 'email: This exceeds 254 characters.'],
    [`sees_technical_id=${'x'.repeat(51)}`, 'sees_technical_id: This exceeds 50 characters.'],
    [
      'updated_at_since=yesterday',
      'updated_at_since: This is not a valid date-time (expected ISO 8601 with an offset).',
    ],
    ['role=a&role=b', 'role: This must be a string.'],
    ['cursor=AAAA', 'cursor: This is not a valid cursor for this list.'],
  ] as const) {
    test(`400 for ${query.slice(0, 40)}, naming the parameter`, async () => {
      const answer = await v2('GET', `/users?${query}`)

      assert.equal(answer.statusCode, 400)
      assert.deepEqual(answer.json(), { code: 'invalid_request', message })
    })
  }

  test('400 for a cursor of another sort, filter, list or client', async () => {
    const role = await aRole(service)
    for (let count = 0; count < 2; count += 1) await aManager(service, { profiles: [{ role, organizations: [] }] })
    const cursor = cursorOf(await call({ role, per_page: '1' }), 'next') ?? assert.fail('no cursor')

    const answers = [
      await call({ role, cursor, sort: '-name' }),
      await call({ cursor }),
      await v2('GET', `/employees?cursor=${cursor}`),
      await v2('GET', `/users?role=${role}&cursor=${cursor}`, { application: 'rival' }),
    ]

    for (const answer of answers)
      assert.equal(answer.json().message, 'cursor: This is not a valid cursor for this list.')
  })

  test('401 without credentials, and 403 for an application for data sets alone', async () => {
    const nobody = await app.inject({ url: '/api/v2/client/users' })
    const reader = await v2('GET', '/users', { application: 'reader' })

    assert.deepEqual([nobody.statusCode, reader.statusCode], [401, 403])
  })
})
