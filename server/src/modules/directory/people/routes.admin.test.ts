import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { as } = portalCalls(service)
const hq = await anOrganization(service, { code: 'HQ', name: 'Head office' })
const lyon = await anOrganization(service, { code: 'LYO', name: 'Lyon', parent: hq })
const everything = await aRole(service)
const viewer = await aRole(service, { permissions: ['employees:read'] })
const profile = (role: string, code: string, include_below = true) => [{ role, organizations: [code], include_below }]
const boss = await aManager(service, { last_name: 'Zz', profiles: profile(everything, hq) })
const lead = await aManager(service, { last_name: 'Adler', profiles: profile(viewer, hq, false) })
const call = as(`manager:${boss}`)
const logIn = (id: string, is_active: boolean) => service.v2('PUT', `/accounts/${id}`, { body: { is_active } })

const adler = await anEmployee(service, { last_name: 'Adler', first_name: 'Max', organizations: [hq] })
const brun = await anEmployee(service, { last_name: 'Brûn', email: 'brun@acme.test', organizations: [lyon] })
const registrations = [{ organization_code: hq, employee_number: unique('N'), active: false }]
const left = await anEmployee(service, { last_name: 'Caron', registrations })
await logIn(`employee:${adler}`, true)
await logIn(`employee:${brun}`, false)

const idsOf = (answer: { json(): { id: string }[] }) => answer.json().map(({ id }) => id)

/** Every page of a list, from its beginning, and back again from its end. */
async function walk(path: string): Promise<string[][]> {
  const pages: string[][] = []
  let answer = await call('GET', path)
  pages.push(idsOf(answer))
  for (let cursor = answer.headers['next-cursor']; cursor; cursor = answer.headers['next-cursor']) {
    answer = await call('GET', `${path}&cursor=${cursor}`)
    pages.push(idsOf(answer))
  }
  const back: string[][] = [pages.at(-1) ?? []]
  for (let cursor = answer.headers['previous-cursor']; cursor; cursor = answer.headers['previous-cursor']) {
    answer = await call('GET', `${path}&cursor=${cursor}`)
    back.unshift(idsOf(answer))
  }
  assert.deepEqual(back, pages)
  return pages
}

describe('the list of people', () => {
  test('holds employees and managers by name, namesakes too, page by page and back', async () => {
    const pages = await walk('/admin/people?per_page=1')

    const people = [`employee:${adler}`, `manager:${lead}`, `employee:${brun}`, `employee:${left}`, `manager:${boss}`]
    assert.deepEqual(
      pages,
      people.map((id) => [id]),
    )
  })

  test('is narrowed to the managers who have a role', async () => {
    assert.deepEqual(idsOf(await call('GET', `/admin/people?role=${viewer}`)), [`manager:${lead}`])
    assert.deepEqual(idsOf(await call('GET', `/admin/people?role=${viewer}&scope=employee`)), [])
    assert.deepEqual(idsOf(await call('GET', '/admin/people?role=none')), [])
  })

  test('holds employees who were deleted when they are asked for, and only then', async () => {
    const gone = await anEmployee(service, { last_name: 'Dunn' })
    await service.v2('DELETE', `/employees/${gone}`)

    const found = await call('GET', '/admin/people?status=deleted')
    assert.deepEqual(idsOf(found), [`employee:${gone}`])
    assert.equal(found.json()[0].deleted, true)
    assert.deepEqual(idsOf(await call('GET', '/admin/people?status=deleted&scope=manager')), [])
    assert.deepEqual(idsOf(await call('GET', '/admin/people?q=dunn')), [])
  })

  test('tells the state of the log-in, the roles of managers, and who left', async () => {
    const [person] = (await call('GET', '/admin/people?q=brun')).json()
    const [manager] = (await call('GET', `/admin/people?q=${lead}`)).json()
    const [gone] = (await call('GET', '/admin/people?q=caron')).json()

    assert.deepEqual(person, {
      id: `employee:${brun}`,
      scope: 'employee',
      technical_id: brun,
      first_name: 'Eve',
      last_name: 'Brûn',
      email: 'brun@acme.test',
      roles: [],
      has_left: false,
      deleted: false,
      status: 'switched_off',
      invited_at: null,
      last_login_at: null,
    })
    assert.deepEqual([manager.roles, manager.status], [[viewer], 'not_invited'])
    assert.equal(gone.has_left, true)
  })

  test('is narrowed by scope, state of the log-in and search; one state does not hold another', async () => {
    const [active, off, none] = await Promise.all(
      ['active', 'switched_off', 'not_invited'].map((status) => call('GET', `/admin/people?status=${status}`)),
    )
    const managers = await call('GET', '/admin/people?scope=manager&q=adler')

    assert.deepEqual(idsOf(active as never), [`manager:${boss}`])
    assert.deepEqual(idsOf(off as never), [`employee:${brun}`])
    assert.deepEqual(idsOf(none as never), [`employee:${adler}`, `manager:${lead}`, `employee:${left}`])
    assert.deepEqual(idsOf(managers), [`manager:${lead}`])
    assert.deepEqual([none?.headers['x-total-count'], managers.headers['x-total-count']], ['3', '1'])
  })

  test('a log-in is not invited, invited, active, and invited no longer once its link ended', async () => {
    const id = await anEmployee(service, { last_name: 'Evers', email: 'evers@acme.test' })
    const stateOf = async () => {
      const { status, invited_at } = (await call('GET', `/admin/people/employee:${id}`)).json()
      const found = idsOf(await call('GET', `/admin/people?q=evers&status=${status}`))
      assert.deepEqual(found, [`employee:${id}`], status)
      return [status, invited_at !== null]
    }
    const invite = () => call('POST', `/admin/accounts/employee:${id}/invitations`)

    assert.deepEqual(await stateOf(), ['not_invited', false])
    await invite()
    assert.deepEqual(await stateOf(), ['invited', true])
    await service.v2('PATCH', `/employees/${id}`, { body: { email: 'e.evers@acme.test' } })
    assert.deepEqual(await stateOf(), ['not_invited', false])
    await invite()
    await logIn(`employee:${id}`, false)
    assert.deepEqual(await stateOf(), ['switched_off', false])
    await logIn(`employee:${id}`, true)
    assert.deepEqual(await stateOf(), ['not_invited', false])
    // As by single sign-on: without a password.
    await as(`employee:${id}`)('GET', '/session')
    assert.deepEqual(await stateOf(), ['active', false])
  })

  test('one person is read by id; 404 for one that is not there or of another client', async () => {
    const stranger = await anEmployee(service, { owner: globex })

    const answers = await Promise.all(
      [`employee:${brun}`, `manager:${brun}`, `employee:${stranger}`].map((id) => call('GET', `/admin/people/${id}`)),
    )

    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [200, 404, 404],
    )
    assert.deepEqual(answers[0]?.json().last_name, 'Brûn')
  })

  test('400 or 422 for what is not a state; a cursor belongs to its filters', async () => {
    const wrong = await call('GET', '/admin/people?status=asleep')
    const first = await call('GET', '/admin/people?per_page=1')
    const moved = await call('GET', `/admin/people?scope=manager&cursor=${first.headers['next-cursor']}`)

    assert.ok([400, 422].includes(wrong.statusCode))
    assert.ok([400, 422].includes(moved.statusCode))
  })
})

const NO_ADDRESS = { address: null, address_2: null, address_3: null, postcode: null, city: null, country: null }

describe('counts', () => {
  test('of employees in each organization, and with all below; who left is not counted', async () => {
    const { json } = await call('GET', '/admin/organizations/counts')

    assert.deepEqual(json(), [
      { code: hq, name: 'Head office', parent: null, ...NO_ADDRESS, employees: 1, employees_below: 2 },
      { code: lyon, name: 'Lyon', parent: hq, ...NO_ADDRESS, employees: 1, employees_below: 1 },
    ])
  })

  test('of managers with each role', async () => {
    const { json } = await call('GET', '/admin/role_holders')

    assert.deepEqual(
      json(),
      [
        { role: everything, managers: 1 },
        { role: viewer, managers: 1 },
      ].toSorted((a, b) => (a.role < b.role ? -1 : 1)),
    )
  })

  test('of employees whom a manager sees, without leavers; 404 for one that is not there or of another client', async () => {
    const stranger = await aManager(service, { technical_id: unique('GM'), owner: globex })

    const answers = [
      await call('GET', `/admin/users/${boss}/reach`),
      await call('GET', `/admin/users/${lead}/reach`),
      await call('GET', `/admin/users/${stranger}/reach`),
    ]

    assert.deepEqual(
      answers.map((one) => (one.statusCode === 200 ? one.json().employees : one.statusCode)),
      [2, 1, 404],
    )
  })
})

describe('ending the sessions of a person', () => {
  test('204, and they are logged out everywhere', async () => {
    const theirs = as(`employee:${adler}`)
    const before = await theirs('GET', '/session')

    const ended = await call('DELETE', `/admin/accounts/employee:${adler}/sessions`)

    assert.deepEqual([before.statusCode, ended.statusCode], [200, 204])
    assert.equal((await theirs('GET', '/session')).statusCode, 401)
    assert.equal((await call('GET', '/session')).statusCode, 200)
  })

  test('404 for a person without a log-in, 403 for managers who may only read', async () => {
    const unknown = await call('DELETE', `/admin/accounts/employee:${left}/sessions`)
    const refused = await as(`manager:${lead}`)('DELETE', `/admin/accounts/employee:${brun}/sessions`)

    assert.deepEqual([unknown.statusCode, refused.statusCode], [404, 403])
  })
})
