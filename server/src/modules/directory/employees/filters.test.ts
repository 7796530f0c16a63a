import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { listCalls, type Query } from '#test/harness/http/list-calls.ts'

const service = await startApp()
const { v2, clock } = service

const { call, idsOf, cursorOf, list, walk } = listCalls(service, '/employees', 'technical_id')

/** A word that nobody else is called. */
const aWord = () => unique('zq').replaceAll('-', '')

/** One employee whom every filter finds, and beside it some whom each finds or misses. */
async function aCrowd() {
  const top = await anOrganization(service)
  const role = await aRole(service)
  const word = aWord()
  const below = await anOrganization(service, { parent: top })
  const beside = await anOrganization(service)
  const manager = await aManager(service, {
    profiles: [{ role, organizations: [top], include_below: true }],
  })
  const registered = (organization_code: string, active = true) => ({
    registrations: [{ organization_code, employee_number: word, active }],
  })
  const email = `${word}@acme.test`
  const last_name = word
  const missed = await anEmployee(service, { email: `${aWord()}@acme.test`, organizations: [beside] })
  clock.advance(10)
  const updated_at_since = clock.now().toISOString()
  const atTop = await anEmployee(service, { last_name, email, ...registered(top) })
  const atBelow = await anEmployee(service, { last_name, email: email.toUpperCase(), ...registered(below) })
  const left = await anEmployee(service, { last_name, email, ...registered(below, false) })
  const outside = await anEmployee(service, { last_name, email, ...registered(beside) })
  const { core_uuid } = (await v2('GET', `/employees/${atBelow}`)).json()
  const everyone = [atTop, atBelow, left, outside]
  const filters: Record<string, { query: Query; finds: string[] }> = {
    q: { query: { q: word }, finds: everyone },
    current: { query: { status: 'current' }, finds: [atTop, atBelow, outside] },
    terminated: { query: { status: 'terminated' }, finds: [left] },
    organization: { query: { organization_code: below }, finds: [atBelow, left] },
    top: { query: { organization_code: top, include_below: 'false' }, finds: [atTop] },
    below: { query: { organization_code: top, include_below: 'true' }, finds: [atTop, atBelow, left] },
    number: { query: { employee_number: word }, finds: everyone },
    email: { query: { email: email.toUpperCase() }, finds: everyone },
    uuid: { query: { core_uuid: core_uuid.toUpperCase() }, finds: [atBelow] },
    manager: { query: { visible_by_technical_id: manager }, finds: [atTop, atBelow, left] },
    since: { query: { updated_at_since }, finds: everyone },
    notDeleted: { query: { deleted: 'false' }, finds: everyone },
  }
  return { everyone, missed, filters }
}
const { filters, everyone, missed } = await aCrowd()
const crowdOf = (found: string[]) => found.filter((one) => everyone.includes(one) || one === missed).sort()

describe('GET /employees?q=', () => {
  test('200 finds by the names in either order, by parts of them, whatever the case and the accents', async () => {
    const word = aWord()
    const id = await anEmployee(service, { first_name: `Éléonore`, last_name: `Müller-${word}` })

    for (const q of [
      word,
      word.toUpperCase(),
      word.slice(2, -2),
      `muller-${word}`,
      `MÜLLER ${word}`,
      `Éléonore Müller-${word}`,
      `eleonore müller-${word}`,
      `Müller-${word} Éléonore`,
      `${word} eleo`,
      ` ${word} `,
      `mu\u0308ller-${word}`,
    ]) {
      assert.deepEqual(await list({ q }), [id], q)
    }
  })

  test('200 finds by technical id, e-mail address and employee numbers, wholly and in part', async () => {
    const own = aWord()
    const mail = aWord()
    const first = aWord()
    const second = aWord()
    const organization_code = await anOrganization(service)
    const id = await anEmployee(service, {
      technical_id: `T-${own}/x`.replace('/', '.'),
      email: `${mail}@acme.test`,
      registrations: [first, second].map((employee_number, index) => ({
        organization_code,
        employee_number: `N${employee_number}`,
        active: index === 0,
      })),
    })

    for (const q of [own, `T-${own}.X`, mail, `${mail}@acme`, first, `n${second}`]) {
      assert.deepEqual(await list({ q }), [id], q)
    }
  })

  test('200 finds nobody by the address, the organization or a former name', async () => {
    const city = aWord()
    const former = aWord()
    const organization = await anOrganization(service)
    const id = await anEmployee(service, { last_name: former, city, organizations: [organization] })

    await v2('PATCH', `/employees/${id}`, { body: { last_name: 'Now' } })

    for (const q of [city, organization, former]) assert.deepEqual(await list({ q }), [], q)
  })

  test('200 takes one and two characters for the beginning of a word, and three for any part', async () => {
    const organization_code = await anOrganization(service)
    const at = { organizations: [organization_code], first_name: '-' }
    const saxo = await anEmployee(service, { ...at, technical_id: unique('1'), last_name: 'Upper Saxo' })
    const ossex = await anEmployee(service, { ...at, technical_id: unique('1'), last_name: 'Ossex' })

    assert.deepEqual(await list({ organization_code, q: 'sa' }), [saxo])
    assert.deepEqual(await list({ organization_code, q: 's' }), [saxo])
    assert.deepEqual(await list({ organization_code, q: 'Ö' }), [ossex])
    assert.deepEqual(await list({ organization_code, q: 'sex' }), [ossex])
    assert.deepEqual(await list({ organization_code, q: '' }), [ossex, saxo])
  })

  test('200 takes signs of patterns for what they are', async () => {
    const organization_code = await anOrganization(service)
    const at = { organizations: [organization_code] }
    const odd = await anEmployee(service, { ...at, last_name: String.raw`100%_\o'x` })
    await anEmployee(service, { ...at, last_name: 'plain' })

    for (const q of ['100%', String.raw`%_\o`, "o'x", '0%_']) {
      assert.deepEqual(await list({ organization_code, q }), [odd], q)
    }
    for (const q of ['%', '_', 'pl_in', 'p%n', String.raw`\\`])
      assert.deepEqual(await list({ organization_code, q }), [], q)
  })
})

describe('GET /employees?q= in no other order', () => {
  /** Employees in whom a word is found, in the order in which a search shows them. */
  async function aFind() {
    const organization_code = await anOrganization(service)
    const word = aWord()
    const named = async (last_name: string, first_name: string, technical_id = unique('E')) =>
      anEmployee(service, { technical_id, last_name, first_name, organizations: [organization_code] })
    const others = [
      await named('Y', `Ann ${word}`),
      await named('A', 'A', unique(`x${word}`)),
      await named(`De ${word}`, 'C'),
    ]
    const byFirst = [
      await named('Yves', `${word.toUpperCase()}`),
      await named('Zoé', word),
      await named('Abel', `${word}e`),
    ]
    const byLast = [await named(word, 'B'), await named(`${word}a`, 'A'), await named(`${word}É`, word)]
    await named('Nobody', 'Else')
    const [y, a, de] = others as [string, string, string]
    return { organization_code, word, ids: [...byLast, ...byFirst, a, de, y] }
  }

  test('200 begins with those whose last name begins so, then whose first name does, each by that name', async () => {
    const { organization_code, word, ids } = await aFind()

    assert.deepEqual(await list({ q: word }), ids)
    assert.deepEqual(await list({ q: word.toUpperCase(), organization_code, status: 'current' }), ids)
  })

  test('200 finds the same ones in every order that is asked for', async () => {
    const { word, ids } = await aFind()

    for (const sort of ['name', '-name', 'technical_id', 'updated_at']) {
      assert.deepEqual((await list({ q: word, sort })).toSorted(), ids.toSorted(), sort)
    }
    assert.deepEqual(await list({ q: word, sort: 'technical_id' }), ids.toSorted())
  })

  for (const per_page of [1, 2, 3, 4, 9]) {
    test(`200 leads through all of it once, forwards and back, ${per_page} on a page`, async () => {
      const { word, ids } = await aFind()
      const query = { q: word, per_page }

      const forwards = await walk(query, await call(query), 'next')
      let last = await call(query)
      while (cursorOf(last, 'next')) last = await call({ ...query, cursor: cursorOf(last, 'next') ?? '' })
      const backwards = await walk(query, last, 'previous')

      assert.deepEqual(forwards.flat(), ids)
      assert.equal(forwards.length, Math.ceil(ids.length / per_page))
      assert.deepEqual(backwards.toReversed(), forwards)
    })
  }

  test('200 shows deleted ones in the same order', async () => {
    const { word, ids } = await aFind()
    for (const id of ids) await v2('DELETE', `/employees/${id}`)

    assert.deepEqual(await list({ q: word, deleted: 'true' }), ids)
    assert.deepEqual(await list({ q: word }), [])
  })

  test('200 follows a change of either name', async () => {
    const word = aWord()
    const id = await anEmployee(service, { first_name: 'A', last_name: word })
    const other = await anEmployee(service, { first_name: word, last_name: 'B' })

    await v2('PATCH', `/employees/${id}`, { body: { first_name: `${word}z`, last_name: 'A' } })

    assert.deepEqual(await list({ q: word }), [other, id])
  })
})

describe('GET /employees filters', () => {
  for (const [name, { query, finds }] of Object.entries(filters)) {
    test(`200 by ${name} alone`, async () => {
      // Other tests made employees as well; these are the ones whom the filters tell apart.
      const found = await walk({ ...query, per_page: 100 }, await call({ ...query, per_page: 100 }), 'next')

      const expected = name === 'notDeleted' || name === 'current' ? [...finds, missed] : finds
      assert.deepEqual(crowdOf(found.flat()), expected.toSorted())
    })
  }

  const names = Object.keys(filters)
  for (const [index, one] of names.entries()) {
    test(`200 by ${one} and each other filter at once finds what both find`, async () => {
      for (const other of names.slice(index + 1)) {
        const left = filters[one]
        const right = filters[other]
        if (!left || !right || Object.keys(left.query).some((key) => key in right.query)) continue
        const query = { ...left.query, ...right.query, per_page: 100 }

        const found = (await walk(query, await call(query), 'next')).flat()

        const both = left.finds.filter((id) => right.finds.includes(id))
        const isOpen = [one, other].every((name) => ['current', 'notDeleted'].includes(name))
        assert.deepEqual(crowdOf(found), (isOpen ? [...both, missed] : both).toSorted(), `${one} and ${other}`)
      }
    })
  }

  test('200 by all of them at once', async () => {
    const all = ['q', 'current', 'organization', 'number', 'email', 'uuid', 'manager', 'since', 'notDeleted']
    const query: Query = Object.assign({}, ...all.map((name) => filters[name]?.query))

    const found = await list(query)

    assert.deepEqual(found, filters.uuid?.finds)
  })

  test('200 by deleted=true finds deleted ones only, and all other filters hold for them too', async () => {
    const organization_code = await anOrganization(service)
    const word = aWord()
    const gone = await anEmployee(service, { last_name: word, organizations: [organization_code] })
    const alsoGone = await anEmployee(service, { last_name: word })
    const there = await anEmployee(service, { last_name: word, organizations: [organization_code] })
    for (const id of [gone, alsoGone]) await v2('DELETE', `/employees/${id}`)

    assert.deepEqual((await list({ q: word, deleted: 'true' })).sort(), [gone, alsoGone].sort())
    assert.deepEqual(await list({ q: word, deleted: 'true', organization_code }), [gone])
    assert.deepEqual(await list({ q: word, deleted: 'true', status: 'terminated' }), [alsoGone])
    assert.deepEqual(await list({ q: word, deleted: 'true', employee_number: gone }), [gone])
    assert.deepEqual(await list({ q: word }), [there])
  })

  test('200 by an employee number is exact, and knows inactive registrations too', async () => {
    const organization_code = await anOrganization(service)
    const number = aWord()
    const registered = (employee_number: string, active: boolean) => ({ organization_code, employee_number, active })
    const id = await anEmployee(service, { registrations: [registered('1', true), registered(number, false)] })

    assert.deepEqual(await list({ employee_number: number }), [id])
    assert.deepEqual(await list({ employee_number: number.slice(1) }), [])
    assert.deepEqual(await list({ employee_number: number.toUpperCase() }), [])
  })

  test('200 by what is not a UUID, an unknown UUID, organization, manager or number finds nobody', async () => {
    for (const query of [
      { core_uuid: 'x' },
      { core_uuid: '' },
      { core_uuid: '00000000-0000-4000-8000-000000000000' },
      { core_uuid: "'; DROP TABLE employees; --" },
      { organization_code: 'nowhere' },
      { organization_code: '' },
      { organization_code: 'nowhere', include_below: 'true' },
      { visible_by_technical_id: 'nobody' },
      { visible_by_technical_id: '' },
      { employee_number: '' },
      { email: '' },
      { email: 'nobody@acme.test' },
    ]) {
      assert.deepEqual(await list(query), [], JSON.stringify(query))
    }
  })

  test("200 by another client's organization, manager, UUID, e-mail address or number finds nobody", async () => {
    const organization = await anOrganization(service, { owner: globex })
    const role = await aRole(service, { owner: globex })
    const profiles = [{ role, organizations: [organization] }]
    const manager = await aManager(service, { owner: globex, profiles })
    const email = `${aWord()}@acme.test`
    const id = await anEmployee(service, { owner: globex, email, organizations: [organization] })
    const { core_uuid } = (await v2('GET', `/employees/${id}`, { application: 'rival' })).json()

    for (const query of [
      { organization_code: organization },
      { organization_code: organization, include_below: 'true' },
      { visible_by_technical_id: manager },
      { core_uuid },
      { email },
      { employee_number: id },
    ]) {
      const theirs = await v2('GET', `/employees?${new URLSearchParams(query)}`, { application: 'rival' })
      assert.deepEqual(await list(query), [], JSON.stringify(query))
      assert.deepEqual(idsOf(theirs), [id], JSON.stringify(query))
    }
  })

  test('200 by updated_at_since takes what changed at that very moment, told in any offset', async () => {
    const organization_code = await anOrganization(service)
    const id = await anEmployee(service, { organizations: [organization_code] })
    const { updated_at } = (await v2('GET', `/employees/${id}`)).json()
    const at = (milliseconds: number) => new Date(Date.parse(updated_at) + milliseconds).toISOString()

    assert.deepEqual(await list({ organization_code, updated_at_since: updated_at }), [id])
    assert.deepEqual(await list({ organization_code, updated_at_since: at(0).replace('.000Z', '-00:00') }), [id])
    assert.deepEqual(await list({ organization_code, updated_at_since: at(3600_000).replace('Z', '+01:00') }), [id])
    assert.deepEqual(await list({ organization_code, updated_at_since: at(1000) }), [])
  })
})
