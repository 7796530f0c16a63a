import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ProfileInput } from '#modules/directory/users/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'

const service = await startApp()
const { v2 } = service

/** Everybody whom a manager sees, sorted; that each of them is seen by this manager is checked the other way round. */
async function seenBy(manager: string): Promise<string[]> {
  const answer = await v2('GET', `/employees?visible_by_technical_id=${manager}&per_page=100&sort=technical_id`)
  assert.equal(answer.statusCode, 200)
  return answer.json().map((one: { technical_id: string }) => one.technical_id)
}

async function whoSees(employee: string): Promise<string[]> {
  const answer = await v2('GET', `/users?sees_technical_id=${employee}&per_page=100&sort=technical_id`)
  assert.equal(answer.statusCode, 200)
  return answer.json().map((one: { technical_id: string }) => one.technical_id)
}

/** Whether a manager sees an employee; both ways of asking must agree. */
async function sees(manager: string, employee: string): Promise<boolean> {
  const there = (await seenBy(manager)).includes(employee)
  const back = (await whoSees(employee)).includes(manager)
  assert.equal(there, back, `${manager} and ${employee}`)
  return there
}

/** top > middle > bottom, one employee in each, and one beside. */
async function aTree() {
  const top = await anOrganization(service)
  const middle = await anOrganization(service, { parent: top })
  const bottom = await anOrganization(service, { parent: middle })
  const beside = await anOrganization(service)
  const employees = []
  for (const organization of [top, middle, bottom, beside]) {
    employees.push(await anEmployee(service, { organizations: [organization] }))
  }
  const [atTop, atMiddle, atBottom, atBeside] = employees as [string, string, string, string]
  return { top, middle, bottom, beside, atTop, atMiddle, atBottom, atBeside }
}

const aManagerOf = (...profiles: ProfileInput[]) => aManager(service, { profiles })
const everything = await aRole(service)

describe('GET /employees?visible_by_technical_id=', () => {
  test('200 finds those of the organizations of a profile, and not of those below', async () => {
    const tree = await aTree()
    const manager = await aManagerOf({ role: everything, organizations: [tree.middle, tree.beside] })
    const explicit = await aManagerOf({ role: everything, organizations: [tree.top], include_below: false })

    assert.deepEqual(await seenBy(manager), [tree.atMiddle, tree.atBeside].sort())
    assert.deepEqual(await seenBy(explicit), [tree.atTop])
  })

  test('200 finds those of the organizations below too when the profile includes them, and none above', async () => {
    const tree = await aTree()
    const ofMiddle = await aManagerOf({ role: everything, organizations: [tree.middle], include_below: true })
    const ofTop = await aManagerOf({ role: everything, organizations: [tree.top], include_below: true })

    assert.deepEqual(await seenBy(ofMiddle), [tree.atMiddle, tree.atBottom].sort())
    assert.deepEqual(await seenBy(ofTop), [tree.atTop, tree.atMiddle, tree.atBottom].sort())
  })

  const permissions: [string[], boolean][] = [
    [['employees:read'], true],
    [['employees:*'], true],
    [['*'], true],
    [['notes:read', 'employees:read'], true],
    [['employees:write'], false],
    [['employee_documents:*', 'users:*', 'organizations:*', 'notes:*'], false],
    [[], false],
  ]
  for (const [given, isSeen] of permissions) {
    test(`200 finds ${isSeen ? 'them' : 'nobody'} with a role for ${given.join(', ') || 'nothing'}`, async () => {
      const tree = await aTree()
      const role = await aRole(service, { permissions: given })
      const manager = await aManagerOf({ role, organizations: [tree.top], include_below: true })

      const seen = await Promise.all([tree.atTop, tree.atMiddle].map((one) => sees(manager, one)))

      assert.deepEqual(seen, [isSeen, isSeen])
    })
  }

  test('200 joins several profiles, each with its own role, organizations and reach', async () => {
    const tree = await aTree()
    const blind = await aRole(service, { permissions: ['notes:*'] })
    const reader = await aRole(service, { permissions: ['employees:read'] })
    const manager = await aManagerOf(
      { role: blind, organizations: [tree.beside], include_below: true },
      { role: reader, organizations: [tree.top], include_below: false },
      { role: everything, organizations: [tree.bottom], include_below: true },
      { role: reader, organizations: [] },
    )

    assert.deepEqual(await seenBy(manager), [tree.atTop, tree.atBottom].sort())
  })

  test('200 finds each once, however many profiles and registrations cover them', async () => {
    const tree = await aTree()
    const both = await anEmployee(service, { organizations: [tree.middle, tree.bottom] })
    const manager = await aManagerOf(
      { role: everything, organizations: [tree.middle, tree.bottom], include_below: true },
      { role: everything, organizations: [tree.top, tree.bottom], include_below: false },
    )

    assert.deepEqual(await seenBy(manager), [tree.atTop, tree.atMiddle, tree.atBottom, both].sort())
    assert.equal((await whoSees(both)).filter((one) => one === manager).length, 1)
  })

  test('200 finds nobody without profiles, without organizations, and without registrations', async () => {
    const tree = await aTree()
    const nobodys = await aManagerOf()
    const nowhere = await aManagerOf({ role: everything, organizations: [] })
    const all = await aManagerOf({ role: everything, organizations: [tree.top, tree.beside], include_below: true })
    const unregistered = await anEmployee(service)

    assert.deepEqual([await seenBy(nobodys), await seenBy(nowhere)], [[], []])
    assert.equal(await sees(all, unregistered), false)
    assert.deepEqual(await whoSees(unregistered), [])
  })

  test('200 counts active registrations only, unless none is active: then all of them', async () => {
    const tree = await aTree()
    const registered = (...actives: [string, boolean][]) =>
      actives.map(([organization_code, active]) => ({ organization_code, employee_number: '1', active }))
    const moved = await anEmployee(service, { registrations: registered([tree.beside, false], [tree.bottom, true]) })
    const left = await anEmployee(service, { registrations: registered([tree.beside, false], [tree.bottom, false]) })
    const ofBeside = await aManagerOf({ role: everything, organizations: [tree.beside] })
    const ofTop = await aManagerOf({ role: everything, organizations: [tree.top], include_below: true })

    const seen = [
      await sees(ofBeside, moved),
      await sees(ofTop, moved),
      await sees(ofBeside, left),
      await sees(ofTop, left),
    ]

    assert.deepEqual(seen, [false, true, true, true])
  })

  test('200 follows an employee whose registrations change, at once', async () => {
    const tree = await aTree()
    const manager = await aManagerOf({ role: everything, organizations: [tree.beside] })
    const put = (organization_code: string, active: boolean) => {
      const registrations = [
        { organization_code, employee_number: '1', active },
        { organization_code: tree.top, employee_number: '1', active: true },
      ]
      return v2('PATCH', `/employees/${tree.atTop}`, { body: { registrations } })
    }

    const seen = []
    for (const step of [
      [tree.beside, true],
      [tree.beside, false],
      [tree.middle, true],
    ] as [string, boolean][]) {
      await put(...step)
      seen.push(await sees(manager, tree.atTop))
    }

    assert.deepEqual(seen, [true, false, false])
  })

  test('200 follows an organization that is moved with all below it, at once', async () => {
    const tree = await aTree()
    const ofTop = await aManagerOf({ role: everything, organizations: [tree.top], include_below: true })
    const ofBeside = await aManagerOf({ role: everything, organizations: [tree.beside], include_below: true })
    const ofMiddle = await aManagerOf({ role: everything, organizations: [tree.middle], include_below: true })
    const alone = await aManagerOf({ role: everything, organizations: [tree.bottom] })
    const move = (parent: string | null) => v2('PATCH', `/organizations/${tree.middle}`, { body: { parent } })
    const look = async () => [await sees(ofTop, tree.atBottom), await sees(ofBeside, tree.atBottom)]

    const seen = []
    for (const parent of [tree.beside, null, tree.top]) {
      assert.equal((await move(parent)).statusCode, 200)
      seen.push(await look())
      assert.deepEqual(await seenBy(ofMiddle), [tree.atMiddle, tree.atBottom].sort())
      assert.deepEqual(await seenBy(alone), [tree.atBottom])
    }

    assert.deepEqual(seen, [
      [false, true],
      [false, false],
      [true, false],
    ])
  })

  test('200 follows a move for one who belongs to a place inside and a place outside of what moves', async () => {
    const tree = await aTree()
    const both = await anEmployee(service, { organizations: [tree.bottom, tree.top] })
    const ofTop = await aManagerOf({ role: everything, organizations: [tree.top], include_below: true })
    const ofMiddle = await aManagerOf({ role: everything, organizations: [tree.middle], include_below: true })

    await v2('PATCH', `/organizations/${tree.bottom}`, { body: { parent: tree.beside } })

    assert.deepEqual([await sees(ofTop, both), await sees(ofMiddle, both)], [true, false])
    assert.equal(await sees(ofTop, tree.atBottom), false)
  })

  test('200 follows a role whose permissions change, at once', async () => {
    const tree = await aTree()
    const role = await aRole(service, { permissions: [] })
    const manager = await aManagerOf({ role, organizations: [tree.top] })

    const seen = []
    for (const permissions of [['employees:read'], ['notes:read'], ['*'], []]) {
      await v2('PATCH', `/roles/${role}`, { body: { permissions } })
      seen.push(await sees(manager, tree.atTop))
    }

    assert.deepEqual(seen, [true, false, true, false])
  })

  test('200 follows profiles that change, at once', async () => {
    const tree = await aTree()
    const manager = await aManagerOf()

    const seen = []
    for (const profiles of [
      [{ role: everything, organizations: [tree.top] }],
      [{ role: everything, organizations: [tree.top], include_below: true }],
      [{ role: everything, organizations: [tree.beside], include_below: true }],
      [],
    ]) {
      await v2('PATCH', `/users/${manager}`, { body: { profiles } })
      seen.push([await sees(manager, tree.atTop), await sees(manager, tree.atBottom)])
    }

    assert.deepEqual(seen, [
      [true, false],
      [true, true],
      [false, false],
      [false, false],
    ])
  })

  test('200 finds nobody for a manager who was deleted', async () => {
    const tree = await aTree()
    const manager = await aManagerOf({ role: everything, organizations: [tree.top] })

    await v2('DELETE', `/users/${manager}`)

    assert.deepEqual(await seenBy(manager), [])
    assert.ok(!(await whoSees(tree.atTop)).includes(manager))
  })

  test('200 covers 40 organizations as it covers one, and all their pages', async () => {
    const codes = []
    const employees = []
    for (let index = 0; index < 40; index += 1) {
      codes.push(await anOrganization(service))
      employees.push(await anEmployee(service, { organizations: codes.slice(-1) }))
    }
    const manager = await aManagerOf({ role: everything, organizations: codes })

    const first = await v2('GET', `/employees?visible_by_technical_id=${manager}&per_page=30&sort=technical_id`)
    const cursor = first.headers['next-cursor']
    const rest = await v2(
      'GET',
      `/employees?visible_by_technical_id=${manager}&per_page=30&sort=technical_id&cursor=${cursor}`,
    )

    const found = [...first.json(), ...rest.json()].map((one: { technical_id: string }) => one.technical_id)
    assert.deepEqual(found, employees.sort())
  })

  test('200 keeps clients apart, also where ids and codes are the same', async () => {
    const code = unique('org')
    const id = unique('M')
    const employee = unique('E')
    for (const owner of [undefined, globex]) {
      const given = owner ? { owner } : {}
      await anOrganization(service, { code, ...given })
      await anEmployee(service, { technical_id: employee, organizations: [code], ...given })
    }
    const role = await aRole(service, { owner: globex })
    await aManager(service, { technical_id: id, owner: globex, profiles: [{ role, organizations: [code] }] })
    await aManager(service, { technical_id: id })

    const theirs = await v2('GET', `/employees?visible_by_technical_id=${id}`, { application: 'rival' })

    assert.deepEqual(await seenBy(id), [])
    assert.deepEqual(await whoSees(employee), [])
    assert.equal(theirs.json().length, 1)
  })
})

describe('GET /users?sees_technical_id=', () => {
  test('200 finds nobody for an employee who is absent, deleted or of another client', async () => {
    const tree = await aTree()
    await aManagerOf({ role: everything, organizations: [tree.top] })
    const foreign = await anEmployee(service, { owner: globex })
    await v2('DELETE', `/employees/${tree.atTop}`)

    for (const id of [unique('E'), tree.atTop, foreign, '']) assert.deepEqual(await whoSees(id), [], id)
  })

  test('200 finds a restored employee again', async () => {
    const tree = await aTree()
    const manager = await aManagerOf({ role: everything, organizations: [tree.top] })
    await v2('DELETE', `/employees/${tree.atTop}`)

    await v2('POST', `/employees/${tree.atTop}/restore`)

    assert.deepEqual(await whoSees(tree.atTop), [manager])
  })
})
