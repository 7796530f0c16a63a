import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { putEmployee } from '#modules/directory/employees/put-employees.ts'
import { putOrganization } from '#modules/directory/organizations/put-organization.ts'
import { roles } from '#modules/directory/roles/roles.ts'
import { putUser } from '#modules/directory/users/put-user.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, unique } from '#test/harness/builders.ts'

const service = await startApp()
const { v2 } = service

const ORGANIZATIONS = 24
const EMPLOYEES = 6
const MANAGERS = 4

const indexes = (count: number) => Array.from({ length: count }, (_, index) => index)

type Registration = { at: number; active: boolean }
type Profile = { role: number; at: number[]; below: boolean }

/** People and organizations as anybody would write them: who lies below whom is found by going up. */
class Model {
  readonly parents: (number | null)[] = Array(ORGANIZATIONS).fill(null)
  readonly registrations: Registration[][] = Array.from({ length: EMPLOYEES }, () => [])
  readonly profiles: Profile[][] = Array.from({ length: MANAGERS }, () => [])
  readonly permissions: string[][] = [['employees:read'], ['*'], ['notes:*']]
  readonly deleted = new Set<number>()

  above(organization: number): number[] {
    const parent = this.parents[organization] ?? null
    return parent === null ? [organization] : [organization, ...this.above(parent)]
  }

  move(organization: number, parent: number | null): number {
    if (parent !== null && this.above(parent).includes(organization)) return 422
    this.parents[organization] = parent
    return 200
  }

  sees(manager: number, employee: number): boolean {
    if (this.deleted.has(employee)) return false
    const all = this.registrations[employee] ?? []
    const active = all.filter((one) => one.active)
    const places = (active.length > 0 ? active : all).map((one) => one.at)
    return (this.profiles[manager] ?? []).some(({ role, at, below }) => {
      const isAllowed = this.permissions[role]?.some((one) => ['employees:read', 'employees:*', '*'].includes(one))
      return isAllowed && places.some((place) => at.some((one) => (below ? this.above(place) : [place]).includes(one)))
    })
  }
}

const organization = fc.nat(ORGANIZATIONS - 1)
const registrations = fc.uniqueArray(fc.record({ at: organization, active: fc.boolean() }), {
  maxLength: 4,
  selector: ({ at }: Registration) => at,
})
// Few organizations and many: from 16 on they are compared in another way.
const some = fc.uniqueArray(organization, { maxLength: 3 })
const many = fc.uniqueArray(organization, { minLength: 17, maxLength: ORGANIZATIONS })
const profile = fc.record({ role: fc.nat(2), at: fc.oneof(some, many), below: fc.boolean() })
const permissions = fc.constantFrom<string[]>(['employees:read'], ['employees:*'], ['employees:write'], ['*'], [])
const step = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), one: organization, parent: fc.option(organization) }),
  fc.record({ kind: fc.constant('register' as const), one: fc.nat(EMPLOYEES - 1), registrations }),
  fc.record({
    kind: fc.constant('profile' as const),
    one: fc.nat(MANAGERS - 1),
    profiles: fc.array(profile, { maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('permit' as const), one: fc.nat(2), permissions }),
  fc.record({ kind: fc.constant('delete' as const), one: fc.nat(EMPLOYEES - 1) }),
  fc.record({ kind: fc.constant('restore' as const), one: fc.nat(EMPLOYEES - 1) }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** The same people and organizations in the service; ids begin with a word of this run. */
async function aWorld(parents: (number | null)[]) {
  const run = unique('w')
  const world = {
    organization: (one: number) => `${run}-o${one}`,
    employee: (one: number) => `${run}-e${one}`,
    manager: (one: number) => `${run}-m${one}`,
    role: (one: number) => `${run}-r${one}`,
  }
  const model = new Model()
  // In one transaction, for most of the time would be taken by this.
  await service.doWork(acme, async (work) => {
    for (const one of indexes(ORGANIZATIONS)) {
      // Each may lie below one that was made before it.
      const above = one === 0 ? null : (parents[one] ?? null)
      const parent = above === null ? null : above % one
      model.parents[one] = parent
      const body = { name: 'O', parent: parent === null ? null : world.organization(parent) }
      await putOrganization(work, world.organization(one), body)
    }
    for (const [one, permissions] of model.permissions.entries()) {
      await roles.putOne(work, world.role(one), { name: 'R', permissions })
    }
    for (const one of indexes(EMPLOYEES)) {
      await putEmployee(work, world.employee(one), { first_name: 'E', last_name: 'E' })
    }
    for (const one of indexes(MANAGERS)) {
      await putUser(work, world.manager(one), { first_name: 'M', last_name: 'M', email: 'm@acme.test' })
    }
  })
  return { world, model }
}

type World = Awaited<ReturnType<typeof aWorld>>

/** Takes one step on both sides; their answers must agree. */
async function takeStep({ world, model }: World, step: Step): Promise<void> {
  const call = async (method: 'PATCH' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object) =>
    (await v2(method, path, { body })).statusCode
  if (step.kind === 'move') {
    const parent = step.parent === null ? null : world.organization(step.parent)
    const status = await call('PATCH', `/organizations/${world.organization(step.one)}`, { parent })
    assert.equal(status, model.move(step.one, step.parent))
  } else if (step.kind === 'register') {
    const given = step.registrations.map(({ at, active }) => ({
      organization_code: world.organization(at),
      employee_number: '1',
      active,
    }))
    const body = { first_name: 'E', last_name: 'E', registrations: given }
    // Putting one that was deleted brings it back.
    assert.equal(await call('PUT', `/employees/${world.employee(step.one)}`, body), 200)
    model.registrations[step.one] = step.registrations
    model.deleted.delete(step.one)
  } else if (step.kind === 'profile') {
    const profiles = step.profiles.map(({ role, at, below }) => ({
      role: world.role(role),
      organizations: at.map(world.organization),
      include_below: below,
    }))
    assert.equal(await call('PATCH', `/users/${world.manager(step.one)}`, { profiles }), 200)
    model.profiles[step.one] = step.profiles
  } else if (step.kind === 'permit') {
    assert.equal(await call('PATCH', `/roles/${world.role(step.one)}`, { permissions: step.permissions }), 200)
    model.permissions[step.one] = step.permissions
  } else if (step.kind === 'delete') {
    const expected = model.deleted.has(step.one) ? 404 : 204
    assert.equal(await call('DELETE', `/employees/${world.employee(step.one)}`), expected)
    model.deleted.add(step.one)
  } else {
    assert.equal(await call('POST', `/employees/${world.employee(step.one)}/restore`), 200)
    model.deleted.delete(step.one)
  }
}

/** The whole list, two at a time: full pages and the last one are found in different ways. */
async function idsAt(path: string): Promise<string[]> {
  const ids: string[] = []
  for (let cursor = ''; ; ) {
    const answer = await v2('GET', `${path}&per_page=2${cursor}`)
    ids.push(...answer.json().map((one: { technical_id: string }) => one.technical_id))
    if (answer.headers['next-cursor'] === undefined) return ids
    cursor = `&cursor=${answer.headers['next-cursor']}`
  }
}

describe('any sequence of moves, registrations, profiles, permissions, deletions and restorations', () => {
  test('leaves every manager with the employees, and every employee with the managers, of a plain computation', async () => {
    const parents = fc.array(fc.option(organization), { minLength: ORGANIZATIONS, maxLength: ORGANIZATIONS })
    // Each manager starts with a profile and each employee with a registration, so that there is something to see.
    const start = fc.tuple(
      fc.array(profile, { minLength: MANAGERS, maxLength: MANAGERS }),
      fc.array(registrations, { minLength: EMPLOYEES, maxLength: EMPLOYEES }),
    )
    await fc.assert(
      fc.asyncProperty(
        parents,
        start,
        fc.array(step, { minLength: 1, maxLength: 15 }),
        async (tree, [profiles, registered], steps) => {
          const both = await aWorld(tree)
          const first: Step[] = [
            ...profiles.map((one, index) => ({ kind: 'profile' as const, one: index, profiles: [one] })),
            ...registered.map((one, index) => ({ kind: 'register' as const, one: index, registrations: one })),
          ]

          for (const one of [...first, ...steps]) await takeStep(both, one)

          const { world, model } = both
          for (const manager of indexes(MANAGERS)) {
            const seen = indexes(EMPLOYEES).filter((one) => model.sees(manager, one))
            const path = `/employees?visible_by_technical_id=${world.manager(manager)}&sort=technical_id`
            assert.deepEqual(await idsAt(path), seen.map(world.employee))
          }
          for (const employee of indexes(EMPLOYEES)) {
            const seeing = indexes(MANAGERS).filter((one) => model.sees(one, employee))
            const path = `/users?sees_technical_id=${world.employee(employee)}&sort=technical_id`
            assert.deepEqual(await idsAt(path), seeing.map(world.manager))
          }
        },
      ),
      { numRuns: 25 },
    )
  })
})
