import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole, eventsOf } from '#test/harness/features/directory/builders.ts'
import { organizationGroups } from './groups.ts'

const service = await startApp()
const { v2, db, clock } = service

type Answer = Awaited<ReturnType<typeof v2>>
const at = (code: string) => `/organizations/${encodeURIComponent(code)}`
const put = (code: string, body: unknown) => v2('PUT', at(code), { body })
const patch = (code: string, body: unknown) => v2('PATCH', at(code), { body })
const remove = (code: string) => v2('DELETE', at(code))
const get = (code: string) => v2('GET', at(code))
const read = async (code: string) => (await get(code)).json()
const list = (query: Record<string, string>) => v2('GET', `/organizations?${new URLSearchParams(query)}`)
const codesOf = (answer: Answer) => answer.json().map((one: { code: string }) => one.code)
const found = async (query: Record<string, string>): Promise<string[]> => codesOf(await list(query))
const employeesBelow = async (code: string): Promise<string[]> => {
  const query = new URLSearchParams({ organization_code: code, include_below: 'true', sort: 'technical_id' })
  const answer = await v2('GET', `/employees?${query}`)
  return answer.json().map((one: { technical_id: string }) => one.technical_id)
}
const refusalOf = (field: string, code: string, message: string) => ({
  code: 'validation_error',
  message: 'Validation failed',
  errors: [{ field, code, message }],
})

/** Organizations below one another, the top first. */
async function aChain(length: number): Promise<string[]> {
  const codes: string[] = []
  for (let level = 0; level < length; level++)
    codes.push(await anOrganization(service, { parent: codes.at(-1) ?? null }))
  return codes
}

const ADDRESS = {
  address: '1 rue de la Gare',
  address_2: 'Bât. B',
  address_3: null,
  postcode: '69001',
  city: 'Lyon',
  country: 'France',
}
const NO_ADDRESS = { address: null, address_2: null, address_3: null, postcode: null, city: null, country: null }

describe('PUT /organizations/{code}', () => {
  test('201 creates one, and emits organization.created with what was answered, by this application', async () => {
    const code = unique('Lyon')
    const parent = await anOrganization(service)

    const answer = await put(code, { name: 'Lyon', parent })

    const { created_at, updated_at, ...organization } = answer.json()
    const events = await db.selectFrom('events').selectAll().where('resource_id', '=', code).execute()
    assert.equal(answer.statusCode, 201)
    assert.deepEqual(organization, { code, name: 'Lyon', parent, ...NO_ADDRESS })
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    assert.equal(updated_at, created_at)
    assert.deepEqual(await read(code), answer.json())
    assert.deepEqual(
      events.map((one) => [one.client_id, one.type, one.actor_type, one.actor_id, one.actor_name, one.data]),
      [['acme', 'organization.created', 'application', 'payroll', 'payroll', answer.json()]],
    )
  })

  test('Spec 308: an address is stored, told, listed, changed line by line, and gone with a PUT that leaves it out', async () => {
    const code = unique('org')

    const created = (await put(code, { name: 'Lyon', ...ADDRESS })).json()
    const patched = (await v2('PATCH', at(code), { body: { city: 'Villeurbanne', address_2: null } })).json()
    const listed = (await v2('GET', `/organizations?q=${code}`)).json()
    const same = await put(code, { ...patched })
    const emptied = (await put(code, { name: 'Lyon' })).json()

    assert.deepEqual({ ...created, ...ADDRESS }, created)
    assert.deepEqual({ ...patched, ...ADDRESS, city: 'Villeurbanne', address_2: null }, patched)
    assert.deepEqual(listed, [patched])
    assert.deepEqual([same.statusCode, same.json()], [200, patched])
    assert.deepEqual({ ...emptied, ...NO_ADDRESS }, emptied)
    const events = await db.selectFrom('events').selectAll().where('resource_id', '=', code).orderBy('id').execute()
    assert.deepEqual(
      events.map((one) => [one.type, one.data]),
      [
        ['organization.created', created],
        ['organization.updated', patched],
        ['organization.updated', emptied],
      ],
    )
  })

  test('422 for a line of the address that is too long or no text, and nothing is stored', async () => {
    const code = unique('org')

    const answer = await put(code, { name: 'Lyon', address: 'a'.repeat(256), city: 5 })

    assert.equal(answer.statusCode, 422)
    assert.deepEqual(
      answer.json().errors.map(({ field, code: why }: { field: string; code: string }) => [field, why]),
      [
        ['address', 'too_long'],
        ['city', 'wrong_type'],
      ],
    )
    assert.equal((await v2('GET', at(code))).statusCode, 404)
  })

  test('201 creates one at the top when parent is null or left out', async () => {
    const answers = [await put(unique('org'), { name: 'A', parent: null }), await put(unique('org'), { name: 'A' })]

    assert.deepEqual(
      answers.map((one) => [one.statusCode, one.json().parent]),
      [
        [201, null],
        [201, null],
      ],
    )
  })

  test('201 takes 64 characters of four bytes, every character but the forbidden, and a name of 255', async () => {
    for (const code of ['🏢'.repeat(64), `a b.c?d#e%f&g+h;é"'\\<>${unique('x')}`, '__proto__', 'constructor']) {
      const answer = await put(code, { name: '🏢'.repeat(255) })

      assert.equal(answer.statusCode, 201, answer.body)
      assert.deepEqual(await read(code), { ...answer.json(), code, name: '🏢'.repeat(255) })
    }
  })

  test('201 ignores what is only answered, the code of the body among it', async () => {
    const code = unique('org')

    const answer = await put(code, { name: 'A', code: 'other', created_at: 'x' })

    assert.equal(answer.statusCode, 201)
    assert.equal(answer.json().code, code)
  })

  test('201 keeps the same code apart for two clients', async () => {
    const code = await anOrganization(service, { name: 'Ours' })

    const answer = await v2('PUT', at(code), { application: 'rival', body: { name: 'Theirs' } })

    assert.equal(answer.statusCode, 201)
    assert.equal((await read(code)).name, 'Ours')
    assert.equal((await v2('GET', at(code), { application: 'rival' })).json().name, 'Theirs')
  })

  test('200 changes name and parent, and emits organization.updated with what was answered', async () => {
    const parent = await anOrganization(service)
    const code = await anOrganization(service)
    const before = await read(code)
    clock.advance(5)

    const answer = await put(code, { name: 'Renamed', parent })

    const events = await db.selectFrom('events').selectAll().where('resource_id', '=', code).execute()
    const { updated_at, ...rest } = answer.json()
    assert.equal(answer.statusCode, 200)
    assert.deepEqual(rest, { code, name: 'Renamed', parent, ...NO_ADDRESS, created_at: before.created_at })
    assert.ok(updated_at > before.updated_at)
    assert.deepEqual(await read(code), answer.json())
    assert.deepEqual(
      events.map((one) => [one.type, one.data]),
      [['organization.updated', answer.json()]],
    )
  })

  test('200 moves to the top what is put without a parent', async () => {
    const [, code = ''] = await aChain(2)

    const answer = await put(code, { name: 'A' })

    assert.equal(answer.json().parent, null)
  })

  test('200 changes nothing and emits nothing when exactly what was read is put back', async () => {
    const [, code = ''] = await aChain(2)
    const before = await read(code)
    clock.advance(5)

    const answer = await put(code, before)

    assert.equal(answer.statusCode, 200)
    assert.deepEqual(answer.json(), before)
    assert.deepEqual(await read(code), before)
    assert.deepEqual(await eventsOf(db, code), [])
  })

  test('200 takes all below and their employees along when one is moved', async () => {
    const [from = '', moved = '', below = '', bottom = ''] = await aChain(4)
    const [above = '', to = ''] = await aChain(2)
    const at2 = [await anEmployee(service, { organizations: [moved] })]
    const at4 = [await anEmployee(service, { organizations: [bottom, from] })]
    const left = await anEmployee(service, {
      registrations: [{ organization_code: below, employee_number: '1', active: false }],
    })
    const gone = await anEmployee(service, { organizations: [below] })
    await v2('DELETE', `/employees/${gone}`)

    const answer = await put(moved, { name: moved, parent: to })
    await v2('POST', `/employees/${gone}/restore`)

    const all = [...at2, ...at4, left, gone].sort()
    assert.equal(answer.statusCode, 200)
    assert.deepEqual(await found({ below: from }), [from])
    assert.deepEqual(await found({ below: above }), [above, to, moved, below, bottom].sort())
    assert.deepEqual(await employeesBelow(from), at4)
    assert.deepEqual(await employeesBelow(above), all)
    assert.deepEqual(await employeesBelow(to), all)
    assert.deepEqual(await employeesBelow(below), [...at4, left, gone].sort())
    assert.deepEqual(await eventsOf(db, below), [])
  })

  test('200 frees those below who are moved out to the top again', async () => {
    const [top = '', middle = '', bottom = ''] = await aChain(3)
    const employee = await anEmployee(service, { organizations: [bottom] })

    await put(middle, { name: middle })

    assert.deepEqual(await found({ below: top }), [top])
    assert.deepEqual(await employeesBelow(top), [])
    assert.deepEqual(await employeesBelow(middle), [employee])
  })

  test('50 levels are taken, and 422 the 51st', async () => {
    const chain = await aChain(49)

    const fiftieth = await put(unique('org'), { name: 'A', parent: chain.at(-1) })
    const next = await put(unique('org'), { name: 'A', parent: fiftieth.json().code })

    assert.equal(fiftieth.statusCode, 201)
    assert.equal(next.statusCode, 422)
    assert.deepEqual(next.json(), refusalOf('parent', 'too_deep', 'Organizations can have at most 50 levels.'))
  })

  test('422 a move that would bring the deepest below past 50 levels; one level higher it is 200', async () => {
    const deep = await aChain(48)
    const moved = await aChain(3)
    const [top = '', , last = ''] = moved

    const refused = await put(top, { name: top, parent: deep.at(-1) })
    const taken = await put(top, { name: top, parent: deep.at(-2) })
    const within = await put(top, { name: 'renamed at the limit', parent: deep.at(-2) })

    assert.equal(refused.statusCode, 422)
    assert.equal(refused.json().errors[0].code, 'too_deep')
    assert.deepEqual([taken.statusCode, within.statusCode], [200, 200])
    assert.ok((await found({ below: deep[0] ?? '', per_page: '100' })).includes(last))
  })
})

describe('PUT and PATCH /organizations/{code} refuse', () => {
  const cases = [
    { what: 'no name', body: { name: undefined }, errors: [['name', 'required']], isWhole: true },
    { what: 'an empty name', body: { name: '' }, errors: [['name', 'too_short']] },
    { what: 'a name of 256 characters', body: { name: 'é'.repeat(256) }, errors: [['name', 'too_long']] },
    { what: 'a NUL in the name', body: { name: 'a\0' }, errors: [['name', 'invalid_text']] },
    { what: 'half of a surrogate pair', body: { name: '\ud800' }, errors: [['name', 'invalid_text']] },
    { what: 'null for a name', body: { name: null }, errors: [['name', 'wrong_type']] },
    { what: 'a NUL in the parent', body: { name: 'a', parent: 'a\0' }, errors: [['parent', 'invalid_text']] },
    {
      what: 'a parent of 65 characters',
      body: { name: 'a', parent: 'x'.repeat(65) },
      errors: [['parent', 'too_long']],
    },
    {
      what: 'a parent that is not there',
      body: { name: 'a', parent: 'no' },
      errors: [['parent', 'unknown_organization']],
    },
    {
      what: 'wrong types, each by its field',
      body: { name: 5, parent: ['a'] },
      errors: [
        ['name', 'wrong_type'],
        ['parent', 'wrong_type'],
      ],
    },
  ]
  for (const { what, body, errors, isWhole } of cases) {
    test(`422 ${what}, and change nothing`, async () => {
      const fresh = unique('org')
      const code = await anOrganization(service)
      const before = await read(code)

      const answers = [await put(fresh, body), await put(code, body), ...(isWhole ? [] : [await patch(code, body)])]

      for (const answer of answers) {
        const shown = answer.json().errors.map((one: { field: string; code: string }) => [one.field, one.code])
        assert.equal(answer.statusCode, 422)
        assert.deepEqual(shown, errors)
      }
      assert.equal((await get(fresh)).statusCode, 404)
      assert.deepEqual(await read(code), before)
      assert.deepEqual([...(await eventsOf(db, fresh)), ...(await eventsOf(db, code))], [])
    })
  }

  for (const levels of [1, 2, 3, 5]) {
    test(`422 a parent that is ${levels === 1 ? 'itself' : `${levels - 1} below`}`, async () => {
      const chain = await aChain(levels)
      const [top = '', bottom = ''] = [chain[0], chain.at(-1)]

      const answers = [await put(top, { name: top, parent: bottom }), await patch(top, { parent: bottom })]

      const message = levels === 1 ? 'An organization cannot be below itself.' : `${bottom} is already below ${top}.`
      for (const answer of answers) {
        assert.equal(answer.statusCode, 422)
        assert.deepEqual(answer.json(), refusalOf('parent', 'cycle', message))
      }
      assert.equal((await read(top)).parent, null)
    })
  }

  test('422 an organization that lies below itself before it is there', async () => {
    const code = unique('org')

    const answer = await put(code, { name: 'A', parent: code })

    assert.deepEqual(answer.json().errors[0].code, 'unknown_organization')
  })

  test('422 a parent of another client', async () => {
    const theirs = await anOrganization(service, { owner: globex })

    const answer = await put(unique('org'), { name: 'A', parent: theirs })

    assert.deepEqual(answer.json(), refusalOf('parent', 'unknown_organization', `Organization ${theirs} not found.`))
  })
})

describe('PATCH /organizations/{code}', () => {
  test('200 changes what is given, keeps the rest, and emits organization.updated', async () => {
    const [top = '', code = ''] = await aChain(2)

    const renamed = await patch(code, { name: 'Renamed' })
    const moved = await patch(code, { parent: null })

    assert.deepEqual([renamed.statusCode, renamed.json().name, renamed.json().parent], [200, 'Renamed', top])
    assert.deepEqual([moved.statusCode, moved.json().name, moved.json().parent], [200, 'Renamed', null])
    assert.deepEqual(await eventsOf(db, code), ['organization.updated', 'organization.updated'])
    assert.deepEqual(await read(code), moved.json())
  })

  test('200 changes nothing and emits nothing with an empty object, or with what is there', async () => {
    const code = await anOrganization(service)
    const before = await read(code)
    clock.advance(5)

    const answers = [await patch(code, {}), await patch(code, { name: before.name }), await patch(code, before)]

    for (const answer of answers) assert.deepEqual([answer.statusCode, answer.json()], [200, before])
    assert.deepEqual(await eventsOf(db, code), [])
  })

  test('404 one that is not there, and makes none', async () => {
    const code = unique('org')

    const answer = await patch(code, { name: 'A' })

    assert.equal(answer.statusCode, 404)
    assert.deepEqual(answer.json(), { code: 'not_found', message: `Organization ${code} not found.` })
    assert.equal((await get(code)).statusCode, 404)
  })
})

describe('DELETE /organizations/{code}', () => {
  test('204 deletes it, and emits organization.deleted with what it was', async () => {
    const code = await anOrganization(service)
    const before = await read(code)

    const answer = await remove(code)

    const events = await db.selectFrom('events').selectAll().where('resource_id', '=', code).execute()
    assert.deepEqual([answer.statusCode, answer.body], [204, ''])
    assert.equal((await get(code)).statusCode, 404)
    assert.equal((await remove(code)).statusCode, 404)
    assert.deepEqual(
      events.map((one) => [one.type, one.data]),
      [['organization.deleted', before]],
    )
  })

  const users: [string, (code: string) => Promise<() => Promise<unknown>>, string][] = [
    [
      'an organization below it',
      async (code) => {
        const below = await anOrganization(service, { parent: code })
        return () => remove(below)
      },
      '1 organization below it',
    ],
    [
      'an employee',
      async (code) => {
        const id = await anEmployee(service, { organizations: [code] })
        return () => v2('PATCH', `/employees/${id}`, { body: { registrations: [] } })
      },
      '1 employee, deleted ones included',
    ],
    [
      'an employee whose registration there is inactive',
      async (code) => {
        const registrations = [{ organization_code: code, employee_number: '1', active: false }]
        const id = await anEmployee(service, { registrations })
        return () => v2('PATCH', `/employees/${id}`, { body: { registrations: [] } })
      },
      '1 employee, deleted ones included',
    ],
    [
      'a deleted employee',
      async (code) => {
        const id = await anEmployee(service, { organizations: [code] })
        await v2('DELETE', `/employees/${id}`)
        return () => v2('PUT', `/employees/${id}`, { body: { first_name: 'A', last_name: 'B' } })
      },
      '1 employee, deleted ones included',
    ],
    [
      'a manager',
      async (code) => {
        const id = await aManager(service, { profiles: [{ role: await aRole(service), organizations: [code] }] })
        return () => v2('DELETE', `/users/${id}`)
      },
      '1 manager',
    ],
  ]
  for (const [what, use, reason] of users) {
    test(`409 while ${what} uses it, and 204 afterwards`, async () => {
      const code = await anOrganization(service)
      const free = await use(code)

      const refused = await remove(code)
      const isThere = (await get(code)).statusCode
      await free()
      const deleted = await remove(code)

      assert.equal(refused.statusCode, 409)
      const message = `The organization ${code} is used by ${reason}.`
      assert.deepEqual(refused.json(), { code: 'organization_in_use', message })
      assert.equal(isThere, 200)
      assert.equal(deleted.statusCode, 204)
    })
  }

  test('409 names all who use it, several of a kind and each group, and emits nothing', async () => {
    const code = await anOrganization(service)
    const role = await aRole(service)
    const groups = [unique('a'), unique('b')]
    for (const parent of [code, code]) await anOrganization(service, { parent })
    for (const organizations of [[code], [code]]) await anEmployee(service, { organizations })
    for (const organizations of [[code], [code]]) await aManager(service, { profiles: [{ role, organizations }] })
    for (const group of groups) {
      await service.doWork(acme, (work) => organizationGroups.putOne(work, group, { name: 'A', organizations: [code] }))
    }

    const answer = await remove(code)

    const reasons = '2 organizations below it; 2 employees, deleted ones included; 2 managers'
    assert.equal(answer.statusCode, 409)
    assert.deepEqual(answer.json(), {
      code: 'organization_in_use',
      message: `The organization ${code} is used by ${reasons}; the group ${groups[0]}; the group ${groups[1]}.`,
    })
    assert.deepEqual(await eventsOf(db, code), [])
  })

  test('204 is not held up by who uses the same code for another client', async () => {
    const code = await anOrganization(service)
    await anOrganization(service, { code, owner: globex })
    await anEmployee(service, { owner: globex, organizations: [code] })

    assert.equal((await remove(code)).statusCode, 204)
  })
})
