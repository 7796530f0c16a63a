import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { systemActor } from '#kernel/work.ts'
import { startApp } from '#test/harness/app.ts'
import { acme } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import type { Holder } from './held-grants.ts'
import { refuseUnlessHolds } from './refuse-unless-holds.ts'

const service = await startApp()
const top = await anOrganization(service)
const west = await anOrganization(service, { parent: top })
const paris = await anOrganization(service, { parent: west })
const east = await anOrganization(service, { parent: top })
const people = await aRole(service, { permissions: ['users:*', 'employees:*'] })
const all = await aRole(service, { permissions: ['*'] })

const profile = (role: string, organization: string, include_below = true) => ({
  role,
  organizations: [organization],
  include_below,
})
const managerWith = (...profiles: ReturnType<typeof profile>[]) => aManager(service, { profiles })
const manager = (technicalId: string) => ({ scope: 'manager', technicalId }) as const
const asManager = (id: string): Holder => ({ ...acme, actor: { type: 'user', id, name: id }, issued: undefined })
const asApplication = (...issued: string[]): Holder => ({ ...acme, issued })

async function refusalOf(holder: Holder, target: Parameters<typeof refuseUnlessHolds>[2]): Promise<string | undefined> {
  try {
    await refuseUnlessHolds(service.db, holder, target)
    return undefined
  } catch (error) {
    assert.equal((error as { code: string }).code, 'beyond_own_permissions')
    return (error as Error).message
  }
}

describe('refuseUnlessHolds', () => {
  test('compares permissions where they count', async () => {
    const holder = asManager(await managerWith(profile(people, west)))
    const below = manager(await managerWith(profile(people, paris, false)))
    const beside = manager(await managerWith(profile(people, east)))

    assert.equal(await refusalOf(holder, below), undefined)
    assert.equal(await refusalOf(holder, beside), `You do not hold users:* in ${east}, employees:* in ${east}.`)
  })

  test('an organization without those below it is less than with them', async () => {
    const narrow = await managerWith(profile(people, west, false))
    const wide = await managerWith(profile(people, west))

    assert.equal(await refusalOf(asManager(wide), manager(narrow)), undefined)
    assert.match((await refusalOf(asManager(narrow), manager(wide))) ?? '', /You do not hold users:\*/)
  })

  test('an application holds what it was issued for, for the whole client', async () => {
    const target = manager(await managerWith(profile(people, paris)))

    assert.equal(await refusalOf(asApplication('users:*', 'accounts:*', 'employees:*'), target), undefined)
    assert.equal(await refusalOf(asApplication('*'), target), undefined)
    // A role that gives users:* opens the log-ins too, which applications are issued for by themselves.
    assert.equal(
      await refusalOf(asApplication('users:*', 'employees:*'), target),
      `This application does not hold users:* in ${paris}.`,
    )
    assert.match((await refusalOf({ ...acme, issued: undefined }, target)) ?? '', /does not hold/)
  })

  test('everybody holds what they hold themselves; employees hold nothing of others', async () => {
    const admin = await managerWith(profile(all, top))
    const employee = await anEmployee(service)
    const asEmployee: Holder = { ...acme, actor: { type: 'employee', id: employee, name: null }, issued: undefined }

    assert.equal(await refusalOf(asManager(admin), manager(admin)), undefined)
    assert.equal(await refusalOf(asEmployee, { scope: 'employee', technicalId: employee }), undefined)
    assert.match((await refusalOf(asEmployee, manager(admin))) ?? '', /\*/)
  })

  test('the log-in of an employee takes everything, for the whole client', async () => {
    const target = { scope: 'employee', technicalId: await anEmployee(service, { organizations: [paris] }) } as const
    const local = asManager(await managerWith(profile(all, west)))

    assert.equal(await refusalOf(local, target), 'You do not hold * for the whole client.')
    assert.equal(await refusalOf(asManager(await managerWith(profile(all, top))), target), undefined)
    assert.equal(await refusalOf({ ...acme, actor: systemActor }, target), undefined)
    assert.match((await refusalOf(asApplication('employees:*', 'accounts:*'), target)) ?? '', /\*/)
  })
})
