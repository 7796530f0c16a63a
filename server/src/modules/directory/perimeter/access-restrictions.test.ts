import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { applySetup, parseSetup } from '#src/setup.ts'
import { startApp } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { aManager, anOrganization, aRole, eventsOf } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { v2, db } = service
const { as } = portalCalls(service)
const hq = await anOrganization(service)
const hr = await aRole(service)
const filters = [
  { code: 'site', name: 'Site', type: 'list', values: ['north', 'south'] },
  { code: 'level', name: 'Level', type: 'integer' },
  { code: 'free', name: 'Free', type: 'string' },
]
const type = await aDocumentType(service, { filters })
const policy = await aDocumentType(service, { kind: 'company', filters })
const foreign = await aDocumentType(service, { owner: globex, filters })
const administrator = await aManager(service, { profiles: [{ role: hr, organizations: [hq], include_below: true }] })

const max = { first_name: 'Max', last_name: 'Weber', email: 'max@acme.test' }
const restriction = { document_type_code: type, filter_code: 'site', values: ['north'] }
const profile = (more: object = {}) => ({ role: hr, organizations: [hq], include_below: true, ...more })
const put = (id: string, body: object) => v2('PUT', `/users/${id}`, { body: { ...max, ...body } })
const read = async (id: string) => (await v2('GET', `/users/${id}`)).json()

describe('Spec 350: access_restrictions of a profile', () => {
  const all = [
    restriction,
    { document_type_code: type, filter_code: 'level', values: [3, -1] },
    { document_type_code: policy, filter_code: 'free', values: ['é "quoted" \\ value', 'b'] },
  ]

  test('201 stores them in their order, GET and the event answer them, and a PUT of the same changes nothing', async () => {
    const id = unique('M')

    const answer = await put(id, { profiles: [profile({ access_restrictions: all }), profile()] })
    const again = await put(id, { profiles: (await read(id)).profiles })

    assert.equal(answer.statusCode, 201, answer.body)
    assert.deepEqual(answer.json().profiles, [
      profile({ access_restrictions: all }),
      profile({ access_restrictions: [] }),
    ])
    assert.deepEqual(await read(id), answer.json())
    assert.deepEqual([again.statusCode, again.json()], [200, answer.json()])
    assert.deepEqual(await eventsOf(db, id), ['user.created'])
  })

  test('200 for other restrictions emits user.updated; a profile without the field has none', async () => {
    const id = await aManager(service, { profiles: [profile({ access_restrictions: all })] })

    const narrowed = await v2('PATCH', `/users/${id}`, {
      body: { profiles: [profile({ access_restrictions: [restriction] })] },
    })
    const lifted = await v2('PATCH', `/users/${id}`, { body: { profiles: [profile()] } })
    const renamed = await v2('PATCH', `/users/${id}`, { body: { first_name: 'Maxi' } })

    assert.deepEqual(narrowed.json().profiles[0].access_restrictions, [restriction])
    assert.deepEqual(lifted.json().profiles[0].access_restrictions, [])
    assert.equal(renamed.statusCode, 200)
    assert.deepEqual(await eventsOf(db, id), ['user.updated', 'user.updated', 'user.updated'])
  })

  test('GET /manager/profile shows managers what their own access is limited to', async () => {
    const id = await aManager(service, { profiles: [profile({ access_restrictions: [restriction] })] })

    const own = (await as(`manager:${id}`)('GET', '/manager/profile')).json()

    assert.deepEqual(own.profiles[0].access_restrictions, [
      { document_type: { code: type, name: type }, filter: { code: 'site', name: 'Site' }, values: ['north'] },
    ])
  })

  const limited = (more: object) => profile({ access_restrictions: [{ ...restriction, ...more }] })
  const at = (field: string, code: string) => `profiles.1.access_restrictions.0.${field} ${code}`
  const cases: [string, object, string[]][] = [
    ['an unknown field of a profile', profile({ organisations: [] }), ['profiles.1.organisations unknown_field']],
    ['an unknown field of a restriction', limited({ value: 'x' }), [at('value', 'unknown_field')]],
    ['a missing field', limited({ filter_code: undefined }), [at('filter_code', 'required')]],
    ['no list', profile({ access_restrictions: {} }), ['profiles.1.access_restrictions wrong_type']],
    ['null', profile({ access_restrictions: null }), ['profiles.1.access_restrictions wrong_type']],
    [
      '51 restrictions',
      profile({ access_restrictions: Array(51).fill(restriction) }),
      ['profiles.1.access_restrictions too_long'],
    ],
    [
      'an unknown document type',
      limited({ document_type_code: 'none' }),
      [at('document_type_code', 'unknown_document_type')],
    ],
    [
      'a document type of another client',
      limited({ document_type_code: foreign }),
      [at('document_type_code', 'unknown_document_type')],
    ],
    ['a filter in other case', limited({ filter_code: 'SITE' }), [at('filter_code', 'unknown_filter')]],
    ['no values', limited({ values: [] }), [at('values', 'too_short')]],
    ['201 values', limited({ values: Array.from({ length: 201 }, String) }), [at('values', 'too_long')]],
    [
      'values in other case, of the wrong type, and twice',
      limited({ values: ['north', 'North', 7, 'north'] }),
      [at('values.1', 'wrong_value'), at('values.2', 'wrong_value'), at('values.3', 'repeated')],
    ],
    [
      'what is not an integer',
      limited({ filter_code: 'level', values: [1, '2', 2 ** 60] }),
      [at('values.1', 'wrong_value'), at('values.2', 'wrong_value')],
    ],
    ['null for a value', limited({ values: [null] }), [at('values.0', 'wrong_type')]],
    ['an empty value', limited({ values: [''] }), [at('values.0', 'too_short')]],
    ['a NUL character', limited({ filter_code: 'free', values: ['a\0b'] }), [at('values.0', 'wrong_value')]],
    ['a value of 1001 characters', limited({ values: ['x'.repeat(1001)] }), [at('values.0', 'too_long')]],
    [
      'a filter that is limited twice',
      profile({ access_restrictions: [restriction, { ...restriction, values: ['south'] }] }),
      ['profiles.1.access_restrictions.1.filter_code repeated'],
    ],
  ]
  for (const [what, spoilt, errors] of cases) {
    test(`422 ${what}, by its path, for applications and administrators, and nothing is stored`, async () => {
      const id = unique('M')
      const body = { ...max, profiles: [profile(), spoilt] }

      const answers = [
        await v2('PUT', `/users/${id}`, { body }),
        await as(`manager:${administrator}`)('PUT', `/admin/users/${id}`, { body }),
      ]

      for (const answer of answers) {
        const seen = answer.json().errors?.map((one: { field: string; code: string }) => `${one.field} ${one.code}`)
        assert.deepEqual([answer.statusCode, seen], [422, errors], answer.body)
      }
      assert.equal((await v2('GET', `/users/${id}`)).statusCode, 404)
    })
  }
})

describe('Spec 350: access_restrictions in a set-up file', () => {
  const aClient = (profiles: object[]) => ({
    id: unique('client'),
    shared_token: unique('a long enough token'),
    organizations: [{ code: 'HQ', name: 'HQ' }],
    roles: [{ code: 'hr', name: 'HR', permissions: ['*'] }],
    managers: [{ technical_id: 'M1', ...max, profiles }],
    document_types: [{ code: 'contract', kind: 'employee', name: 'Contract', filters }],
  })
  const limited = (more: object = {}) => ({
    role: 'hr',
    organizations: ['HQ'],
    access_restrictions: [{ ...restriction, document_type_code: 'contract', ...more }],
  })

  test('are applied after the document types that they name, whatever the order of the file', async () => {
    const client = aClient([limited()])

    const [first] = await applySetup(service, parseSetup({ clients: [client] }))
    const [second] = await applySetup(service, parseSetup({ clients: [client] }))

    const stored = await db
      .selectFrom('profiles')
      .select('access_restrictions')
      .where('client_id', '=', client.id)
      .execute()
    assert.deepEqual(stored, [
      { access_restrictions: [{ document_type_id: 1, filter_code: 'site', values: ['north'] }] },
    ])
    assert.equal(first?.changes.find(({ what }) => what === 'manager M1')?.outcome, 'created')
    assert.equal(second?.changes.find(({ what }) => what === 'manager M1')?.outcome, 'unchanged')
  })

  test('refuses unknown fields and values, by their path in the file', async () => {
    const apply = async (one: object) => applySetup(service, parseSetup({ clients: [aClient([one])] }))

    const path = String.raw`clients\[0\]\.managers\[0\]\.profiles\[0\]\.`
    await assert.rejects(apply({ ...limited(), below: true }), new RegExp(`${path}below: Unknown field`))
    await assert.rejects(
      apply(limited({ values: ['west'] })),
      new RegExp(String.raw`${path}access_restrictions\[0\]\.values\[0\]`),
    )
  })
})
