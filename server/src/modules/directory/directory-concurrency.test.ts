import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Work } from '#kernel/work.ts'
import { customFields } from '#modules/directory/custom-fields/custom-fields.ts'
import { samlIdentityProviders } from '#modules/directory/identity-providers/saml-identity-providers.ts'
import { organizationGroups } from '#modules/directory/organizations/groups.ts'
import { organizations } from '#modules/directory/organizations/organizations.ts'
import { roles } from '#modules/directory/roles/roles.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, unique } from '#test/harness/builders.ts'
import {
  aCustomField,
  aManager,
  anEmployee,
  anOrganization,
  aRole,
  eventsOf,
} from '#test/harness/features/directory/builders.ts'
import { CERTIFICATE } from '#test/harness/http/loopback-certificate.ts'

const service = await startApp()
const { v2, db } = service

type Answer = Awaited<ReturnType<typeof v2>>
const statusesOf = (answers: Answer[]) => answers.map((one) => one.statusCode)
const times = <T>(count: number, step: (index: number) => T) => Array.from({ length: count }, (_, index) => step(index))
const put = (path: string, body: unknown) => v2('PUT', path, { body })
const patch = (path: string, body: unknown) => v2('PATCH', path, { body })
const register = (employee: string, organization_code: string, more: object = {}) =>
  put(`/employees/${employee}`, {
    first_name: 'Eve',
    last_name: employee,
    ...more,
    registrations: [{ organization_code, employee_number: employee }],
  })
const byNumber = (numbers: Iterable<number>) => [...new Set(numbers)].sort((left, right) => left - right)

/** Where every organization and employee of acme must lie, worked out from scratch, against what is stored. */
async function assertPlaces(): Promise<void> {
  const organizations = await db
    .selectFrom('organizations')
    .select(['key', 'parent_key', 'ancestors'])
    .where('client_id', '=', 'acme')
    .execute()
  const parents = new Map(organizations.map((one) => [one.key, one.parent_key]))
  const chainOf = (key: number): number[] => {
    const parent = parents.get(key) ?? null
    return parent === null ? [key] : [...chainOf(parent), key]
  }
  for (const { key, ancestors } of organizations) assert.deepEqual(ancestors, [...chainOf(key), -key])

  const employees = await db
    .selectFrom('employees')
    .select(['key', 'technical_id', 'ancestors', 'terminated'])
    .where('client_id', '=', 'acme')
    .execute()
  const registrations = await db
    .selectFrom('registrations')
    .select(['employee_key', 'organization_key', 'active'])
    .where('client_id', '=', 'acme')
    .execute()
  for (const { key, technical_id, ancestors, terminated } of employees) {
    const theirs = registrations.filter((one) => one.employee_key === key)
    const active = theirs.filter((one) => one.active)
    const counting = active.length > 0 ? active : theirs
    const expected = byNumber(counting.flatMap((one) => [...chainOf(one.organization_key), -one.organization_key]))
    assert.deepEqual([technical_id, ancestors, terminated], [technical_id, expected, active.length === 0])
  }
}

describe('20 concurrent PUTs of one that is new', () => {
  const person = { first_name: 'Eve', last_name: 'Smith' }
  const kinds: { path: string; event: string; id: string; body: Record<string, unknown>; renamed: string }[] = [
    { path: '/organizations', event: 'organization', id: 'code', body: { name: 'A' }, renamed: 'name' },
    { path: '/organization_groups', event: 'organization_group', id: 'code', body: { name: 'A' }, renamed: 'name' },
    { path: '/roles', event: 'role', id: 'code', body: { name: 'A' }, renamed: 'name' },
    { path: '/custom_fields', event: 'custom_field', id: 'code', body: { name: 'A', type: 'date' }, renamed: 'name' },
    {
      path: '/saml_identity_providers',
      event: 'saml_identity_provider',
      id: 'code',
      body: { name: 'A', entity_id: 'same', sso_url: 'https://idp.test/', certificates: [CERTIFICATE] },
      renamed: 'name',
    },
    { path: '/users', event: 'user', id: 'technical_id', body: { ...person, email: 'a@b.c' }, renamed: 'last_name' },
    { path: '/employees', event: 'employee', id: 'technical_id', body: person, renamed: 'last_name' },
  ]
  /** Entity ids are unique too. */
  const sent = (body: Record<string, unknown>, code: string) =>
    'entity_id' in body ? { ...body, entity_id: code } : body
  for (const { path, event, id, body, renamed } of kinds) {
    test(`${path}: one answers 201, the others 200; one row, one event`, async () => {
      const code = unique('once')

      const answers = await Promise.all(times(20, () => put(`${path}/${code}`, sent(body, code))))

      const listed = (await v2('GET', `${path}?q=${code}`)).json()
      assert.deepEqual(statusesOf(answers).sort(), [...Array(19).fill(200), 201])
      assert.deepEqual(await eventsOf(db, code), [`${event}.created`])
      assert.equal(new Set(answers.map((one) => one.body)).size, 1)
      assert.deepEqual(
        listed.map((one: Record<string, unknown>) => one[id]),
        [code],
      )
    })

    test(`${path}: with different names each answers its own, and all but one are told as updates`, async () => {
      const code = unique('once')

      const answers = await Promise.all(
        times(20, (index) => put(`${path}/${code}`, { ...sent(body, code), [renamed]: `name ${index}` })),
      )

      const last = (await v2('GET', `${path}/${code}`)).json()
      assert.deepEqual(statusesOf(answers).sort(), [...Array(19).fill(200), 201])
      assert.deepEqual(
        answers.map((one) => one.json()[renamed]),
        times(20, (index) => `name ${index}`),
      )
      const told = await db.selectFrom('events').selectAll().where('resource_id', '=', code).orderBy('id').execute()
      assert.deepEqual(
        told.map((one) => one.type),
        [`${event}.created`, ...Array(19).fill(`${event}.updated`)],
      )
      assert.deepEqual(told.at(-1)?.data, last)
    })
  }

  test('/saml_identity_providers: of one entity id under many codes, one answers 201, the others 422', async () => {
    const entity_id = unique('entity')
    const body = { name: 'A', entity_id, sso_url: 'https://idp.test/', certificates: [CERTIFICATE] }

    const answers = await Promise.all(times(20, () => put(`/saml_identity_providers/${unique('idp')}`, body)))

    assert.deepEqual(statusesOf(answers).sort(), [201, ...Array(19).fill(422)])
  })
})

describe('an organization that is moved', () => {
  /** Two tops, one organization to be moved between them, and two below it. */
  async function aTree() {
    const left = await anOrganization(service)
    const right = await anOrganization(service)
    const moved = await anOrganization(service, { parent: left })
    const below = await anOrganization(service, { parent: moved })
    const deep = await anOrganization(service, { parent: below })
    return { left, right, moved, below, deep }
  }
  const moves = (moved: string, ...parents: (string | null)[]) =>
    times(8, (index) => patch(`/organizations/${moved}`, { parent: parents[index % parents.length] ?? null }))

  test('while employees are written below it, has each of them where it lies in the end', async () => {
    const { left, right, moved, below, deep } = await aTree()
    const codes = [moved, below, deep, left]

    const answers = await Promise.all([
      ...moves(moved, right, left, null),
      ...times(24, (index) => register(unique('E'), codes[index % 4] ?? '')),
      v2('POST', '/employees/bulk', {
        body: {
          employees: times(30, (index) => ({
            technical_id: unique('B'),
            first_name: 'Bo',
            last_name: `${index}`,
            registrations: [{ organization_code: codes[index % 4], employee_number: `${index}` }],
          })),
        },
      }),
      ...moves(moved, left, right),
    ])

    assert.ok(
      answers.every((one) => one.statusCode === 200 || one.statusCode === 201),
      `${statusesOf(answers)}`,
    )
    assert.equal(answers.find((one) => one.json().results)?.json().created, 30)
    await assertPlaces()
  })

  test('while employees are changed, come and go below it, has each of them where it lies in the end', async () => {
    const { left, right, moved, below, deep } = await aTree()
    const codes = [deep, below, moved, right]
    const employees = await Promise.all(
      times(12, (index) => anEmployee(service, { organizations: [codes[index % 4] ?? ''] })),
    )
    const registrations = (index: number) => [
      { organization_code: codes[(index + 1) % 4], employee_number: '1', active: index % 3 !== 0 },
      { organization_code: codes[(index + 2) % 4], employee_number: '2', active: index % 2 === 0 },
    ]

    const answers = await Promise.all([
      ...moves(moved, right, null, left),
      ...employees.map((one, index) => patch(`/employees/${one}`, { registrations: registrations(index) })),
      ...employees.map((one) => patch(`/employees/${one}`, { last_name: 'Renamed' })),
      ...moves(below, left, moved),
      ...employees.slice(0, 6).map((one) => v2('DELETE', `/employees/${one}`)),
      ...employees.slice(0, 3).map((one) => v2('POST', `/employees/${one}/restore`)),
      ...employees.slice(6).map((one, index) => register(one, codes[index % 4] ?? '')),
    ])

    // A deleted employee is 404 to the one who changes it afterwards.
    assert.deepEqual(
      answers.filter((one) => ![200, 201, 204, 404].includes(one.statusCode)).map((one) => one.body),
      [],
    )
    await assertPlaces()
  })

  test('together with another below which it goes, never makes a circle: one 200, one 422', async () => {
    for (let round = 0; round < 10; round++) {
      const one = await anOrganization(service)
      const two = await anOrganization(service)

      const answers = await Promise.all([
        patch(`/organizations/${one}`, { parent: two }),
        patch(`/organizations/${two}`, { parent: one }),
      ])

      assert.deepEqual(statusesOf(answers).sort(), [200, 422])
    }
    await assertPlaces()
  })

  test('together with many others in random directions, leaves a tree', async () => {
    const codes = await Promise.all(times(8, () => anOrganization(service)))
    await Promise.all(codes.map((code) => anEmployee(service, { organizations: [code] })))

    const answers = await Promise.all(
      times(60, (index) => patch(`/organizations/${codes[index % 8]}`, { parent: codes[(index * 5 + 3) % 8] })),
    )

    assert.ok(answers.every((one) => one.statusCode === 200 || one.json().errors[0].code === 'cycle'))
    await assertPlaces()
  })
})

describe('one that is deleted while it comes into use', () => {
  type Race = { what: string; refusal: string; start(): Promise<{ path: string; use: () => Promise<Answer> }> }
  const person = { first_name: 'Eve', last_name: 'Smith', email: 'eve@acme.test' }
  const inOrganization = (use: (code: string) => Promise<Answer>) => async () => {
    const code = await anOrganization(service)
    return { path: `/organizations/${code}`, use: () => use(code) }
  }
  const races: Race[] = [
    {
      what: 'an organization and a new employee',
      refusal: 'unknown_organization',
      start: inOrganization((code) => register(unique('E'), code)),
    },
    {
      what: 'an organization and an employee who goes there',
      refusal: 'unknown_organization',
      start: async () => {
        const code = await anOrganization(service)
        const employee = await anEmployee(service)
        const registrations = [{ organization_code: code, employee_number: '1' }]
        return { path: `/organizations/${code}`, use: () => patch(`/employees/${employee}`, { registrations }) }
      },
    },
    {
      what: 'an organization and one below it',
      refusal: 'unknown_organization',
      start: inOrganization((parent) => put(`/organizations/${unique('org')}`, { name: 'A', parent })),
    },
    {
      what: 'an organization and a group',
      refusal: 'unknown_organization',
      start: inOrganization((code) => put(`/organization_groups/${unique('g')}`, { name: 'A', organizations: [code] })),
    },
    {
      what: 'an organization and a profile',
      refusal: 'unknown_organization',
      start: async () => {
        const role = await aRole(service)
        const code = await anOrganization(service)
        const body = { ...person, profiles: [{ role, organizations: [code] }] }
        return { path: `/organizations/${code}`, use: () => put(`/users/${unique('M')}`, body) }
      },
    },
    {
      what: 'a role and a profile',
      refusal: 'unknown_role',
      start: async () => {
        const role = await aRole(service)
        const manager = await aManager(service)
        const profiles = [{ role, organizations: [] }]
        return { path: `/roles/${role}`, use: () => patch(`/users/${manager}`, { profiles }) }
      },
    },
    {
      what: 'a custom field and a value of it',
      refusal: 'unknown_custom_field',
      start: async () => {
        const code = await aCustomField(service)
        const body = { ...person, custom_fields: { [code]: 'x' } }
        return { path: `/custom_fields/${code}`, use: () => put(`/employees/${unique('E')}`, body) }
      },
    },
  ]
  for (const { what, refusal, start } of races) {
    test(`${what}: one of the two is refused, never both and never neither`, async () => {
      for (let round = 0; round < 10; round++) {
        const { path, use } = await start()
        const calls = [() => v2('DELETE', path), use]

        const ordered = await Promise.all((round % 2 ? calls.toReversed() : calls).map((call) => call()))

        const [deleted, used] = (round % 2 ? ordered.toReversed() : ordered) as [Answer, Answer]
        const after = await v2('GET', path)
        if (deleted.statusCode === 204) {
          assert.deepEqual([used.statusCode, used.json().errors?.[0].code], [422, refusal], used.body)
          assert.equal(after.statusCode, 404)
        } else {
          assert.equal(deleted.statusCode, 409)
          assert.ok([200, 201].includes(used.statusCode), used.body)
          assert.equal(after.statusCode, 200)
        }
      }
    })
  }

  test('a value of a list is taken away while an employee gets it: one of the two is refused', async () => {
    for (let round = 0; round < 10; round++) {
      const code = await aCustomField(service, { type: 'list', values: ['a', 'b'] })
      const body = { ...person, custom_fields: { [code]: 'a' } }

      const [narrowed, used] = await Promise.all([
        patch(`/custom_fields/${code}`, { values: ['b'] }),
        put(`/employees/${unique('E')}`, body),
      ])

      assert.ok(
        `${narrowed.statusCode} ${used.statusCode}` === '200 422' ||
          `${narrowed.statusCode} ${used.statusCode}` === '409 201',
        `${narrowed.body} ${used.body}`,
      )
    }
  })

  test('20 concurrent DELETEs: one answers 204, the others 404; one event', async () => {
    const code = await anOrganization(service)

    const answers = await Promise.all(times(20, () => v2('DELETE', `/organizations/${code}`)))

    assert.deepEqual(statusesOf(answers).sort(), [204, ...Array(19).fill(404)])
    assert.deepEqual(await eventsOf(db, code), ['organization.deleted'])
  })
})

describe('a change whose work fails later', () => {
  const provider = { name: 'A', sso_url: 'https://idp.test/', certificates: [CERTIFICATE] }
  const changes: [string, (work: Work, code: string) => Promise<unknown>][] = [
    ['/organizations', (work, code) => organizations.putOne(work, code, { name: 'A' })],
    ['/organization_groups', (work, code) => organizationGroups.putOne(work, code, { name: 'A' })],
    ['/roles', (work, code) => roles.putOne(work, code, { name: 'A' })],
    ['/custom_fields', (work, code) => customFields.putOne(work, code, { name: 'A', type: 'date' })],
    [
      '/saml_identity_providers',
      (work, code) => samlIdentityProviders.putOne(work, code, { ...provider, entity_id: code }),
    ],
  ]
  for (const [path, change] of changes) {
    test(`leaves neither a trace in ${path} nor an event`, async () => {
      const code = unique('lost')

      const work = service.doWork(acme, async (one) => {
        await change(one, code)
        throw new Error('later')
      })

      await assert.rejects(work, /later/)
      assert.equal((await v2('GET', `${path}/${code}`)).statusCode, 404)
      assert.deepEqual(await eventsOf(db, code), [])
    })
  }

  test('leaves a moved organization and its employees where they were', async () => {
    const from = await anOrganization(service)
    const to = await anOrganization(service)
    const moved = await anOrganization(service, { parent: from })
    const employee = await anEmployee(service, { organizations: [moved] })

    const work = service.doWork(acme, async (one) => {
      await organizations.patchOne(one, moved, { parent: to })
      throw new Error('later')
    })

    await assert.rejects(work, /later/)
    const query = `organization_code=${from}&include_below=true`
    const found = (await v2('GET', `/employees?${query}`)).json()
    assert.deepEqual(
      found.map((one: { technical_id: string }) => one.technical_id),
      [employee],
    )
    assert.deepEqual(await eventsOf(db, moved), [])
    await assertPlaces()
  })
})
