import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole, eventsOf } from '#test/harness/features/directory/builders.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { v2 } = service
const { as } = portalCalls(service)
const top = await anOrganization(service)
const everything = await aRole(service)
const managerWith = (language: string, role = everything) =>
  aManager(service, { language, profiles: [{ role, organizations: [top], include_below: true }] })
const admin = await managerWith('fr-fr')
const french = await managerWith('fr-ca')
const english = await managerWith('en-us')
const call = as(`manager:${admin}`)
const inFrench = as(`manager:${french}`)
const inEnglish = as(`manager:${english}`)

const both = (english: string | null, french: string | null) => [
  { language_code: 'en-us', value: english },
  { language_code: 'fr-fr', value: french },
]
/** What is answered has every language of the client. */
const all = (english: string | null, french: string | null) => [
  ...both(english, french),
  { language_code: 'de-de', value: null },
]
const RESOURCES = {
  roles: { body: { permissions: [] }, event: 'role.updated' },
  custom_fields: { body: { type: 'date' }, event: 'custom_field.updated' },
  organizations: { body: { parent: top }, event: 'organization.updated' },
  organization_groups: { body: { organizations: [] }, event: 'organization_group.updated' },
} as const

for (const [path, { body, event }] of Object.entries(RESOURCES)) {
  describe(`names of ${path} in the languages of the client`, () => {
    const at = (code: string) => `/admin/${path}/${code}`
    const named = async (localized_names: unknown = both('Head', 'Direction')) => {
      const code = unique('named')
      const answer = await call('PUT', at(code), { body: { ...body, name: 'HQ', localized_names } })
      return { code, answer }
    }

    test('201 keeps them beside the plain name; applications see the plain name only', async () => {
      const { code, answer } = await named()

      assert.equal(answer.statusCode, 201)
      assert.deepEqual(answer.json().localized_names, all('Head', 'Direction'))
      assert.equal(answer.json().name, 'HQ')
      const seen = (await v2('GET', `/${path}/${code}`)).json()
      assert.equal(seen.name, 'HQ')
      assert.ok(!('localized_names' in seen))
    })

    test('200 changes that say nothing of them leave them, those of applications too', async () => {
      const { code } = await named()

      await v2('PUT', `/${path}/${code}`, { body: { ...body, name: 'Other' } })
      await v2('PATCH', `/${path}/${code}`, { body: { name: 'Again' } })
      const answer = await call('PATCH', at(code), { body: { name: 'Last' } })

      assert.deepEqual(answer.json().localized_names, all('Head', 'Direction'))
      assert.equal(answer.json().name, 'Last')
    })

    test('200 changes and removes them, and finds by them; events tell of no translation', async () => {
      const { code } = await named()
      const word = unique('Siege')

      const answer = await call('PATCH', at(code), { body: { localized_names: both('Seat', word) } })
      const found = await call('GET', `/admin/${path}?q=${word}`)
      const emptied = await call('PATCH', at(code), { body: { localized_names: [] } })

      assert.deepEqual(answer.json().localized_names, all('Seat', word))
      assert.deepEqual(
        found.json().map((one: { code: string }) => one.code),
        [code],
      )
      assert.deepEqual(emptied.json().localized_names, all(null, null))
      const events = await service.db.selectFrom('events').selectAll().where('resource_id', '=', code).execute()
      assert.ok(events.some((one) => one.type === event))
      assert.ok(events.every((one) => !JSON.stringify(one.data).includes('localized_names')))
    })

    test('422 refuses other languages, languages given twice, and names that are empty or too long', async () => {
      for (const [wrong, field] of [
        [[{ language_code: 'es-es', value: 'Sede' }], 'localized_names.0.language_code'],
        [[...both('A', 'B'), { language_code: 'EN-US', value: 'C' }], 'localized_names.2.language_code'],
        [[{ language_code: 'fr-fr', value: '' }], 'localized_names.0.value'],
        [[{ language_code: 'fr-fr', value: '   ' }], 'localized_names.0.value'],
        [[{ language_code: 'fr-fr', value: 'x'.repeat(256) }], 'localized_names.0.value'],
        [[{ language_code: 'fr-fr', value: 5 }], 'localized_names.0.value'],
        ['Direction', 'localized_names'],
      ] as const) {
        const { code, answer } = await named(wrong)

        assert.equal(answer.statusCode, 422, JSON.stringify(wrong))
        assert.equal(answer.json().errors[0].field, field)
        assert.equal((await call('GET', at(code))).statusCode, 404)
      }
    })
  })
}

describe('names in the language of the reader', () => {
  test('managers read organizations, custom fields and roles in their language', async () => {
    const office = unique('office')
    const field = unique('field')
    const role = unique('role')
    await call('PUT', `/admin/organizations/${office}`, {
      body: { name: 'Office', parent: top, localized_names: both('The office', 'Le bureau') },
    })
    await call('PUT', `/admin/custom_fields/${field}`, {
      body: { name: 'Grade', type: 'string', localized_names: both('Level', 'Échelon') },
    })
    await call('PUT', `/admin/roles/${role}`, {
      body: { name: 'Lead', permissions: ['employees:read'], localized_names: both('Team lead', 'Chef d’équipe') },
    })
    const employee = await anEmployee(service, { organizations: [office] })
    const lead = await aManager(service, { language: 'fr-fr', profiles: [{ role, organizations: [office] }] })

    for (const [ask, [organization, custom, called]] of [
      [inFrench, ['Le bureau', 'Échelon', 'Chef d’équipe']],
      [inEnglish, ['The office', 'Level', 'Team lead']],
    ] as const) {
      const json = async (path: string) => (await ask('GET', path)).json()
      const person = await json(`/manager/employees/${employee}`)
      assert.equal(person.registrations[0].organization_name, organization)
      assert.equal(person.custom_fields.find((one: { code: string }) => one.code === field).name, custom)
      assert.equal((await json(`/manager/organizations?q=${office}`))[0].name, organization)
      const tree = await json('/admin/organizations/counts')
      assert.equal(tree.find((one: { code: string }) => one.code === office).name, organization)
      const fields = await json('/manager/custom_fields')
      assert.equal(fields.find((one: { code: string }) => one.code === field).name, custom)
      const audience = await json('/manager/article_audience')
      assert.equal(audience.roles.find((one: { code: string }) => one.code === role).name, called)
      assert.deepEqual((await json(`/admin/people?role=${role}`))[0].roles, [called])
    }
    const [profile] = (await as(`manager:${lead}`)('GET', '/manager/profile')).json().profiles
    assert.equal(profile.role.name, 'Chef d’équipe')
    assert.equal(profile.organizations[0].name, 'Le bureau')
    const mine = (await as(`employee:${employee}`)('GET', '/me/profile')).json()
    assert.equal(mine.registrations[0].organization.name, 'Office')
  })

  test('403 nobody names a role who may not change roles', async () => {
    const viewer = await aRole(service, { permissions: ['roles:read'] })
    const ask = as(`manager:${await managerWith('fr-fr', viewer)}`)

    const answer = await ask('PATCH', `/admin/roles/${viewer}`, { body: { localized_names: both('A', 'B') } })

    assert.equal(answer.statusCode, 403)
    assert.deepEqual(await eventsOf(service.db, viewer), [])
  })
})
