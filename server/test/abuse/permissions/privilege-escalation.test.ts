import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { allowedTo, anApplication, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aFile, aForm, aRow, fileOf, managerImportCalls } from '#test/harness/features/manager-imports.ts'
import { CERTIFICATE } from '#test/harness/http/loopback-certificate.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

type Service = Awaited<ReturnType<typeof startApp>>
type Answer = { statusCode: number; body: string; json(): { code?: string; message?: string } }

const profile = (role: string, organization: string) => [{ role, organizations: [organization], include_below: true }]

function expectRefusal(answer: Answer, ...named: string[]): void {
  assert.equal(answer.statusCode, 403, answer.body)
  assert.equal(answer.json().code, 'beyond_own_permissions')
  for (const one of named) assert.match(answer.json().message ?? '', new RegExp(one.replaceAll('*', '\\*')))
}

/** Group A calls of an application that was issued for these permissions only. */
async function asApplication(service: Service, ...permissions: string[]) {
  const headers = await allowedTo(service, ...permissions)
  return (method: 'GET' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    service.v2(method, path, { headers, ...(body ? { body } : {}) })
}

const service = await startApp()
const { as } = portalCalls(service)
const top = await anOrganization(service)
const north = await anOrganization(service, { parent: top })
const south = await anOrganization(service, { parent: top })
const everything = await aRole(service, { permissions: ['*'] })
const reading = await aRole(service, { permissions: ['employees:read', 'notes:read'] })
const administrator = await aManager(service, { profiles: profile(everything, top) })
await aManager(service, { profiles: profile(reading, north) })
const person = { first_name: 'Eve', last_name: 'Low', email: 'eve@acme.test' }

describe('an application for users:write and accounts:write', () => {
  const permissions = ['users:*', 'accounts:*']

  test('cannot create a manager who may do everything', async () => {
    const call = await asApplication(service, ...permissions)
    const id = unique('M')

    const answer = await call('PUT', `/users/${id}`, { ...person, profiles: profile(everything, north) })

    expectRefusal(answer, '* in')
    assert.equal((await call('GET', `/users/${id}`)).statusCode, 404)
  })

  test('cannot give a manager a role that it does not hold', async () => {
    const call = await asApplication(service, ...permissions)
    const id = await aManager(service, { profiles: [] })

    expectRefusal(await call('PATCH', `/users/${id}`, { profiles: profile(reading, south) }), 'employees:read in')
    const kept = await call('GET', `/users/${id}`)
    assert.deepEqual((kept.json() as { profiles?: unknown }).profiles, [])
  })

  test('cannot set the password of an administrator, nor make, switch off or delete the log-in', async () => {
    const call = await asApplication(service, ...permissions)
    const account = `/accounts/manager:${administrator}`

    expectRefusal(await call('PUT', account, { password: 'known-to-the-attacker' }), '* in')
    expectRefusal(await call('PUT', account, { is_active: false }))
    await as(`manager:${administrator}`)('GET', '/admin/roles')
    expectRefusal(await call('PATCH', account, { password: 'known-to-the-attacker' }))
    expectRefusal(await call('DELETE', account))
  })

  test('cannot change the address of an administrator, nor delete one', async () => {
    const call = await asApplication(service, ...permissions)

    expectRefusal(await call('PATCH', `/users/${administrator}`, { email: 'attacker@acme.test' }))
    expectRefusal(await call('DELETE', `/users/${administrator}`))
  })

  test('cannot set the password of an employee, whose vault it would open', async () => {
    const call = await asApplication(service, ...permissions, 'employees:*')
    const account = `/accounts/employee:${await anEmployee(service)}`

    expectRefusal(await call('PUT', account, { password: 'known-to-the-attacker' }), '* for the whole client')
    assert.equal((await call('PUT', account, {})).statusCode, 201, 'a log-in without a password is ordinary work')
  })
})

describe('an application for one resource', () => {
  test('cannot widen a role, nor make one, by roles:write', async () => {
    const call = await asApplication(service, 'roles:*')
    const role = await aRole(service, { permissions: [] })

    expectRefusal(await call('PATCH', `/roles/${role}`, { permissions: ['users:write'] }), 'users:write for the whole')
    expectRefusal(await call('PUT', `/roles/${unique('role')}`, { name: 'Mine', permissions: ['*'] }))
    expectRefusal(await call('DELETE', `/roles/${everything}`))
  })

  test('cannot add an identity provider by saml_identity_providers:write, and log in as anybody', async () => {
    const call = await asApplication(service, 'saml_identity_providers:*')
    const code = unique('idp')
    const provider = { name: 'Mine', entity_id: code, sso_url: 'https://idp.test/sso', certificates: [CERTIFICATE] }

    expectRefusal(await call('PUT', `/saml_identity_providers/${code}`, provider), '* for the whole client')
    await service.v2('PUT', `/saml_identity_providers/${code}`, { body: provider })
    expectRefusal(await call('PATCH', `/saml_identity_providers/${code}`, { match_by: 'technical_id' }))
    expectRefusal(await call('DELETE', `/saml_identity_providers/${code}`))
  })

  test('cannot move an organization below one whose managers would gain it, by organizations:write', async () => {
    const call = await asApplication(service, 'organizations:*')
    const moved = await anOrganization(service, { parent: south })

    expectRefusal(await call('PATCH', `/organizations/${moved}`, { parent: north }), `notes:read in ${moved}`)
    const able = await asApplication(service, 'organizations:*', 'employees:read', 'notes:read')
    assert.equal((await able('PATCH', `/organizations/${moved}`, { parent: north })).statusCode, 200)
  })
})

describe('a manager who may move organizations and employees, and holds more in one of them', () => {
  test('cannot move an organization there', async () => {
    const moving = await aRole(service, { permissions: ['organizations:*'] })
    const profiles = [...profile(moving, top), ...profile(reading, north)]
    const call = as(`manager:${await aManager(service, { profiles })}`)
    const moved = await anOrganization(service, { parent: south })

    expectRefusal(await call('PATCH', `/admin/organizations/${moved}`, { body: { parent: north } }), 'employees:read')
    expectRefusal(await call('PUT', `/admin/organizations/${south}`, { body: { name: 'South', parent: north } }))
  })

  test('cannot move an employee there', async () => {
    const moving = await aRole(service, { permissions: ['employees:*'] })
    const profiles = [...profile(moving, top), ...profile(reading, north)]
    const call = as(`manager:${await aManager(service, { profiles })}`)
    const employee = await anEmployee(service, { organizations: [south] })
    const registrations = (code: string) => [{ organization_code: code, employee_number: employee }]

    const gaining = { body: { registrations: registrations(north) } }
    expectRefusal(await call('PATCH', `/admin/employees/${employee}`, gaining), 'notes:read')
    const others = { body: { registrations: registrations(top) } }
    assert.equal((await call('PATCH', `/admin/employees/${employee}`, others)).statusCode, 200)
  })
})

describe('a manager who holds part of the permissions', () => {
  test('cannot rename or narrow an application that may do more', async () => {
    const keeping = await aRole(service, { permissions: ['applications:*'] })
    const call = as(`manager:${await aManager(service, { profiles: profile(keeping, top) })}`)
    const { id } = await anApplication(service, { permissions: ['*'] })

    expectRefusal(await call('PATCH', `/admin/applications/${id}`, { body: { name: 'Trusted' } }))
    expectRefusal(await call('PATCH', `/admin/applications/${id}`, { body: { permissions: ['applications:read'] } }))
  })

  test('cannot issue an application, nor lead a webhook, that reads notes which name their readers', async () => {
    const role = await aRole(service, { permissions: ['applications:*', 'webhooks:*', 'events:read', 'notes:*'] })
    const call = as(`manager:${await aManager(service, { profiles: profile(role, top) })}`)
    const hook = { name: 'Notes', callback_url: 'https://93.184.215.14/in', events: ['note.*'] }
    const { id } = (await service.v2('POST', '/webhooks', { body: hook })).json()
    const issue = (permission: string) =>
      call('POST', '/admin/applications', { body: { id: unique('app'), name: 'App', permissions: [permission] } })

    for (const permission of ['notes:read', 'notes:*']) expectRefusal(await issue(permission))
    assert.equal((await issue('notes:write')).statusCode, 201)
    const led = await call('PATCH', `/admin/webhooks/${id}`, { body: { callback_url: 'https://93.184.215.15/in' } })
    assert.equal(led.statusCode, 403, led.body)
    assert.equal((await service.v2('GET', `/webhooks/${id}`)).json().callback_url, hook.callback_url)
  })

  test('cannot have a file of managers imported that was submitted while holding everything', async () => {
    const { run, isStored } = managerImportCalls(service)
    const submitter = await aManager(service, { profiles: profile(everything, top) })
    const row = aRow({ role: everything, organization_codes: top })
    const { headers, payload } = aForm(aFile(fileOf([row])))
    const answer = await as(`manager:${submitter}`)('POST', '/manager/imports', { headers, body: payload })
    await service.v2('PATCH', `/users/${submitter}`, { body: { profiles: profile(reading, north) } })

    await run(answer.json().id)

    assert.equal(await isStored(row.technical_id), false)
  })
})

describe('the organization that stands for the whole client', async () => {
  const moving = await startApp()
  const deleting = await startApp()
  const older = await startApp()

  test('cannot be put below another, whose managers would act for the whole client', async () => {
    const call = await asApplication(moving, 'organizations:*')
    const oldest = await anOrganization(moving)
    const role = await aRole(moving, { permissions: ['*'] })
    await aManager(moving, { profiles: profile(role, oldest) })
    const beside = await anOrganization(moving)
    await aManager(moving, { profiles: profile(await aRole(moving, { permissions: ['users:write'] }), beside) })
    const above = unique('org')

    assert.equal((await call('PUT', `/organizations/${above}`, { name: 'Mine' })).statusCode, 201)
    expectRefusal(await call('PATCH', `/organizations/${oldest}`, { parent: beside }))
    // Below an organization without managers, the administrators would lose what they hold.
    expectRefusal(await call('PATCH', `/organizations/${oldest}`, { parent: above }), '* for the whole client')
  })

  test('cannot be deleted to let the managers of the next one act for the whole client', async () => {
    const call = await asApplication(deleting, 'organizations:*')
    const oldest = await anOrganization(deleting)
    const next = await anOrganization(deleting)
    await aManager(deleting, { profiles: profile(await aRole(deleting, { permissions: ['*'] }), next) })

    expectRefusal(await call('DELETE', `/organizations/${oldest}`), '* for the whole client')
  })

  test('cannot be replaced by moving an older one to the top', async () => {
    const call = await asApplication(older, 'organizations:*')
    const child = await anOrganization(older)
    const oldest = await anOrganization(older)
    await anOrganization(older, { code: child, parent: oldest })
    await aManager(older, { profiles: profile(await aRole(older, { permissions: ['webhooks:write'] }), child) })

    expectRefusal(await call('PATCH', `/organizations/${child}`, { parent: null }), 'webhooks:write for the whole')
  })
})
