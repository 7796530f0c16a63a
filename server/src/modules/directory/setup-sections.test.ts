import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { isPassword } from '#platform/crypto/password.ts'
import { applySetup, parseSetup } from '#src/setup.ts'
import { startApp } from '#test/harness/app.ts'
import { basic, unique } from '#test/harness/builders.ts'
import { everythingOf } from '#test/harness/database/everything-of.ts'
import { CERTIFICATE } from '#test/harness/http/loopback-certificate.ts'

const service = await startApp()
const { app, db, clock } = service

type Given = Record<string, unknown>

const apply = async (...clients: Given[]) => applySetup(service, parseSetup({ clients }))
const outcomes = (applied: Awaited<ReturnType<typeof apply>>) =>
  applied.flatMap((one) => one.changes.map(({ what, outcome }) => `${outcome} ${what}`))

/** A client with this in its file, and an application to read it with. */
function aClient(sections: Given = {}) {
  const id = unique('client')
  return {
    id,
    shared_token: `token-of-${id}`,
    applications: [{ id: `app-of-${id}`, secret: 'the-secret' }],
    ...sections,
  }
}

/** Something in every section of people. */
const everything = () => ({
  organizations: [
    { code: 'lyon-1', name: 'Lyon 1', parent: 'lyon' },
    { code: 'lyon', name: 'Lyon', parent: 'acme' },
    { code: 'acme', name: 'Acme' },
    { code: 'other', name: 'Other', parent: null },
  ],
  organization_groups: [{ code: 'south', name: 'South', organizations: ['lyon', 'lyon-1'] }],
  custom_fields: [
    { code: 'grade', name: 'Grade', type: 'integer' },
    { code: 'size', name: 'Size', type: 'list', values: ['S', 'M'] },
  ],
  roles: [{ code: 'hr', name: 'HR', permissions: ['employees:read', 'notes:*'] }],
  saml_identity_providers: [
    {
      code: 'idp',
      name: 'Log-in',
      entity_id: 'urn:idp',
      sso_url: 'https://idp.example/sso',
      certificates: [CERTIFICATE],
      match_by: 'technical_id',
    },
  ],
  employees: [
    {
      technical_id: 'E1',
      first_name: 'Marie',
      last_name: 'Durand',
      email: 'marie@acme.test',
      language: 'fr-FR',
      registrations: [{ organization_code: 'lyon-1', employee_number: '1' }],
      custom_fields: { grade: 7, size: 'M' },
      password: 'password of marie',
    },
    { technical_id: 'E2', first_name: 'Luc', last_name: 'Petit' },
  ],
  managers: [
    {
      technical_id: 'M1',
      first_name: 'Max',
      last_name: 'Weber',
      email: 'max@acme.test',
      profiles: [{ role: 'hr', organizations: ['acme'], include_below: true }],
      password: 'password of max',
    },
  ],
})

const LINES = [
  'organization acme',
  'organization lyon',
  'organization lyon-1',
  'organization other',
  'organization group south',
  'custom field grade',
  'custom field size',
  'role hr',
  'SAML identity provider idp',
  'employee E1',
  'employee E2',
  'manager M1',
]

async function callsOf(clientId: string) {
  const token = await app.inject({
    method: 'POST',
    url: '/api/v2/client/tokens',
    headers: {
      authorization: basic(`app-of-${clientId}`, 'the-secret'),
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: `grant_type=client_credentials&scope=client&client_id=${clientId}`,
  })
  const headers = { authorization: `Bearer ${token.json().access_token}` }
  return (method: 'GET' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    app.inject({ method, url: `/api/v2/client${path}`, headers, ...(body ? { payload: body } : {}) })
}

async function hashOf(clientId: string, scope: string, technicalId: string): Promise<string> {
  const row = await db
    .selectFrom('accounts')
    .select('password_hash')
    .where('client_id', '=', clientId)
    .where('scope', '=', scope)
    .where('technical_id', '=', technicalId)
    .executeTakeFirst()
  return row?.password_hash ?? ''
}

describe('the sections of people in a set-up file', () => {
  test('are created, organizations before those below them, and the API answers them', async () => {
    const client = aClient(everything())

    const applied = await apply(client)

    const call = await callsOf(client.id)
    const get = async (path: string) => (await call('GET', path)).json()
    assert.deepEqual(
      outcomes(applied).slice(2),
      LINES.map((one) => `created ${one}`),
    )
    assert.equal((await get('/organizations/lyon-1')).parent, 'lyon')
    assert.deepEqual((await get('/organization_groups/south')).organizations, ['lyon', 'lyon-1'])
    assert.deepEqual((await get('/custom_fields/size')).values, ['S', 'M'])
    assert.deepEqual((await get('/roles/hr')).permissions, ['employees:read', 'notes:*'])
    assert.equal((await get('/saml_identity_providers/idp')).match_by, 'technical_id')
    const { language, custom_fields, registrations, status } = await get('/employees/E1')
    assert.deepEqual([language, custom_fields, status], ['fr-fr', { grade: 7, size: 'M' }, 'current'])
    assert.equal(registrations[0].organization_code, 'lyon-1')
    assert.deepEqual((await get('/users/M1')).profiles, [
      { role: 'hr', organizations: ['acme'], include_below: true, access_restrictions: [] },
    ])
    assert.deepEqual(
      (await get('/employees?visible_by_technical_id=M1')).map((one: { technical_id: string }) => one.technical_id),
      ['E1'],
    )
  })

  test('applied again change nothing, emit nothing and say so', async () => {
    const client = aClient(everything())
    await apply(client)
    const before = await everythingOf(db, client.id)
    clock.advance(60)

    const applied = await apply(client)

    assert.deepEqual(
      outcomes(applied).slice(2),
      LINES.map((one) => `unchanged ${one}`),
    )
    assert.deepEqual(await everythingOf(db, client.id), before)
  })

  test('emit one event for each thing, in the name of the system, and no password is in them', async () => {
    const client = aClient(everything())

    await apply(client)

    const events = await db.selectFrom('events').selectAll().where('client_id', '=', client.id).orderBy('id').execute()
    assert.deepEqual(
      events.map((one) => `${one.type} ${one.resource_id}`),
      [
        ...['acme', 'lyon', 'lyon-1', 'other'].map((code) => `organization.created ${code}`),
        'organization_group.created south',
        'custom_field.created grade',
        'custom_field.created size',
        'role.created hr',
        'saml_identity_provider.created idp',
        'employee.created E1',
        'employee.created E2',
        'account.created employee:E1',
        'user.created M1',
        'account.created manager:M1',
      ],
    )
    assert.ok(events.every((one) => one.actor_type === 'system' && one.actor_id === null))
    assert.ok(!JSON.stringify(events).includes('password of'))
    assert.ok(!service.logged.join().includes('password of'))
  })

  const changes: [string, (file: ReturnType<typeof everything>) => void, string][] = [
    [
      'an organization',
      ({ organizations }) => Object.assign(organizations[0] ?? {}, { name: 'L1' }),
      'organization lyon-1',
    ],
    [
      'where it lies',
      ({ organizations }) => Object.assign(organizations[1] ?? {}, { parent: 'other' }),
      'organization lyon',
    ],
    [
      'a group',
      (file) => Object.assign(file.organization_groups[0] ?? {}, { organizations: [] }),
      'organization group south',
    ],
    [
      'a custom field',
      (file) => Object.assign(file.custom_fields[1] ?? {}, { values: ['M', 'L'] }),
      'custom field size',
    ],
    ['a role', ({ roles }) => Object.assign(roles[0] ?? {}, { permissions: ['*'] }), 'role hr'],
    [
      'an identity provider',
      (file) => Object.assign(file.saml_identity_providers[0] ?? {}, { is_active: false }),
      'SAML identity provider idp',
    ],
    ['an employee', ({ employees }) => Object.assign(employees[1] ?? {}, { city: 'Lyon' }), 'employee E2'],
    ['a manager', ({ managers }) => Object.assign(managers[0] ?? {}, { profiles: [] }), 'manager M1'],
  ]
  for (const [what, change, line] of changes) {
    test(`update ${what} that differs, and only that`, async () => {
      const file = everything()
      const client = aClient(file)
      await apply(client)
      change(file)

      const applied = await apply(client)

      const changed = outcomes(applied).filter((one) => !one.startsWith('unchanged'))
      assert.deepEqual(changed, [`updated ${line}`])
      assert.deepEqual(
        outcomes(await apply(client)).filter((one) => !one.startsWith('unchanged')),
        [],
      )
    })
  }

  test('never delete: what a later file leaves out stays', async () => {
    const client = aClient(everything())
    await apply(client)
    const before = await everythingOf(db, client.id)

    await apply({ id: client.id, organizations: [], roles: [], employees: [], managers: [] })

    assert.deepEqual(await everythingOf(db, client.id), before)
  })

  test('swap organizations that lay above one another', async () => {
    const client = aClient({
      organizations: [
        { code: 'a', name: 'A' },
        { code: 'b', name: 'B', parent: 'a' },
      ],
    })
    await apply(client)

    await apply({
      ...client,
      organizations: [
        { code: 'a', name: 'A', parent: 'b' },
        { code: 'b', name: 'B' },
      ],
    })

    const call = await callsOf(client.id)
    const parents = [
      (await call('GET', '/organizations/a')).json().parent,
      (await call('GET', '/organizations/b')).json().parent,
    ]
    assert.deepEqual(parents, ['b', null])
  })

  test('take more employees than one call would', async () => {
    const employees = Array.from({ length: 1203 }, (_, index) => ({
      technical_id: `E${index}`,
      first_name: 'Eve',
      last_name: `${index}`,
    }))
    const client = aClient({ employees })

    const applied = await apply(client)

    const { rows } = await sql<{ count: string }>`
      SELECT count(*) FROM employees WHERE client_id = ${client.id}`.execute(db)
    assert.equal(outcomes(applied).filter((one) => one.startsWith('created employee')).length, 1203)
    assert.equal(rows[0]?.count, '1203')
  })
})

describe('a password in a set-up file', () => {
  const file = (password?: string) => ({
    employees: [{ technical_id: 'P1', first_name: 'A', last_name: 'B', ...(password ? { password } : {}) }],
    managers: [
      { technical_id: 'P1', first_name: 'A', last_name: 'B', email: 'p@acme.test', ...(password ? { password } : {}) },
    ],
  })
  const scopes = ['employee', 'manager'] as const

  test('gives the person a log-in when first applied, as an argon2id hash', async () => {
    const client = aClient(file('first password'))

    await apply(client)

    const call = await callsOf(client.id)
    for (const scope of scopes) {
      const account = (await call('GET', `/accounts/${scope}:P1`)).json()
      const hash = await hashOf(client.id, scope, 'P1')
      assert.deepEqual([account.is_active, account.has_password], [true, true])
      assert.match(hash, /^\$argon2id\$/)
      assert.ok(await isPassword('first password', hash))
    }
  })

  test('that is left out gives no log-in', async () => {
    const client = aClient(file())

    await apply(client)

    const call = await callsOf(client.id)
    assert.deepEqual((await call('GET', '/accounts')).json(), [])
  })

  test('that comes later makes the log-in then, and the line says updated', async () => {
    const client = aClient()
    await apply({ ...client, ...file() })

    const applied = await apply({ ...client, ...file('later password') })

    assert.deepEqual(outcomes(applied).slice(2), ['updated employee P1', 'updated manager P1'])
    for (const scope of scopes) assert.ok(await isPassword('later password', await hashOf(client.id, scope, 'P1')))
  })

  test('is set on a log-in that has none, unless that was switched off', async () => {
    const client = aClient()
    await apply({ ...client, ...file() })
    const call = await callsOf(client.id)
    await call('PUT', '/accounts/employee:P1', { is_active: false })
    await call('PUT', '/accounts/manager:P1', { is_active: true })

    await apply({ ...client, ...file('later password') })

    const accounts = [await call('GET', '/accounts/employee:P1'), await call('GET', '/accounts/manager:P1')]
    assert.deepEqual(
      accounts.map((one) => [one.json().is_active, one.json().has_password]),
      [
        [false, false],
        [true, true],
      ],
    )
  })

  test('is not set again once the person has another, or the file another', async () => {
    const client = aClient()
    await apply({ ...client, ...file('first password') })
    const call = await callsOf(client.id)
    for (const scope of scopes) await call('PATCH', `/accounts/${scope}:P1`, { password: 'changed by the person' })
    const before = await everythingOf(db, client.id)
    clock.advance(60)

    const applied = await apply({ ...client, ...file('first password') })
    await apply({ ...client, ...file('another password') })

    assert.deepEqual(outcomes(applied).slice(2), ['unchanged employee P1', 'unchanged manager P1'])
    assert.deepEqual(await everythingOf(db, client.id), before)
    for (const scope of scopes)
      assert.ok(await isPassword('changed by the person', await hashOf(client.id, scope, 'P1')))
  })
})

describe('a mistake in the sections of people', () => {
  const person = { technical_id: 'X', first_name: 'A', last_name: 'B' }
  const manager = { ...person, email: 'x@acme.test' }
  const profile = (more: object) => ({ managers: [manager, { ...manager, technical_id: 'Y', profiles: [more] }] })
  const mistakes: [string, Given, string][] = [
    [
      'an organization below one that there is not',
      {
        organizations: [
          { code: 'a', name: 'A' },
          { code: 'b', name: 'B', parent: 'nowhere' },
        ],
      },
      'organizations[1].parent: Organization nowhere not found.',
    ],
    [
      'organizations below one another',
      {
        organizations: [
          { code: 'a', name: 'A', parent: 'b' },
          { code: 'b', name: 'B', parent: 'a' },
        ],
      },
      'organizations[0].parent: a cannot be below itself.',
    ],
    [
      'an organization without a name',
      { organizations: [{ code: 'a' }] },
      'organizations[0].name: This field is required.',
    ],
    [
      'an organization below itself',
      { organizations: [{ code: 'a', name: 'A', parent: 'a' }] },
      'organizations[0].parent: a cannot be below itself.',
    ],
    [
      'a group of an unknown organization',
      { organization_groups: [{ code: 'a', name: 'A', organizations: ['nowhere'] }] },
      'organization_groups[0].organizations[0]: Organization nowhere not found.',
    ],
    [
      'a list without values',
      {
        custom_fields: [
          { code: 'a', name: 'A', type: 'string' },
          { code: 'b', name: 'B', type: 'list' },
        ],
      },
      'custom_fields[1].values: A list must have at least one value.',
    ],
    [
      'a custom field of an unknown type',
      { custom_fields: [{ code: 'a', name: 'A', type: 'colour' }] },
      'custom_fields[0].type: This must be one of string, integer, boolean, list, date.',
    ],
    [
      'what is not a certificate',
      {
        saml_identity_providers: [
          { code: 'a', name: 'A', entity_id: 'a', sso_url: 'https://a.example', certificates: ['x'] },
        ],
      },
      'saml_identity_providers[0].certificates[0]: This is not a valid X.509 certificate.',
    ],
    [
      'an employee without a name',
      { employees: [person, { technical_id: 'Y', first_name: 'A' }] },
      'employees[1].last_name: This field is required.',
    ],
    [
      'an employee in an unknown organization',
      {
        employees: [
          person,
          { ...person, technical_id: 'Y', registrations: [{ organization_code: 'nowhere', employee_number: '1' }] },
        ],
      },
      'employees[1].registrations[0].organization_code: Organization nowhere not found.',
    ],
    [
      'an employee with an unknown custom field',
      { employees: [{ ...person, custom_fields: { nowhere: 1 } }] },
      'employees[0].custom_fields.nowhere: Custom field nowhere not found.',
    ],
    [
      'an employee who is listed twice',
      { employees: [person, person] },
      'employees[1].technical_id: X is listed more than once.',
    ],
    [
      'an organization that is listed twice',
      { organizations: [1, 2].map((name) => ({ code: 'a', name: `A ${name}` })) },
      'organizations[1].code: a is listed more than once.',
    ],
    [
      'a role that is listed twice',
      { roles: [1, 2].map((name) => ({ code: 'a', name: `A ${name}` })) },
      'roles[1].code: a is listed more than once.',
    ],
    [
      'a manager who is listed twice',
      { managers: [manager, manager] },
      'managers[1].technical_id: X is listed more than once.',
    ],
    [
      'a password that is too short',
      { employees: [{ ...person, password: 'short' }] },
      'employees[0].password: This must have at least 8 characters.',
    ],
    ['a manager without an address', { managers: [manager, person] }, 'managers[1].email: This field is required.'],
    [
      'a manager with an unknown role',
      profile({ role: 'none', organizations: [] }),
      'managers[1].profiles[0].role: Role none not found.',
    ],
  ]
  for (const [what, sections, line] of mistakes) {
    test(`${what}: is named by its path in the file, and nothing of the client is there`, async () => {
      const client = aClient(sections)

      const applying = apply(client)

      await assert.rejects(applying, {
        name: 'StartRefused',
        message: `The set-up file is not valid:\n  clients[0].${line}`,
      })
      const all = Object.values((await everythingOf(db, client.id)) as Record<string, string[]>)
      assert.deepEqual(all.flat(), [])
    })
  }

  test('far down a long list is named by its own place', async () => {
    const employees = Array.from({ length: 1100 }, (_, index) => ({
      ...person,
      technical_id: `E${index}`,
      custom_fields: index === 1050 ? { nowhere: 1 } : {},
    }))

    const applying = apply(aClient({ employees }))

    await assert.rejects(applying, /clients\[0\]\.employees\[1050\]\.custom_fields\.nowhere: /)
  })

  test('of a password is told without the password', async () => {
    const applying = apply(aClient({ managers: [{ ...manager, password: 'geheim\0geheim' }] }))

    await assert.rejects(applying, (error: Error) => {
      assert.match(error.message, /clients\[0\]\.managers\[0\]\.password: /)
      assert.ok(!error.message.includes('geheim'))
      return true
    })
  })
})
