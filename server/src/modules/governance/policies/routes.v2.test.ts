import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { startApp } from '#test/harness/app.ts'
import { acme, allowedTo, unique } from '#test/harness/builders.ts'
import { aCustomField, anOrganization, eventsOf } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { policyCalls } from '#test/harness/features/governance.ts'
import { listCalls } from '#test/harness/http/list-calls.ts'
import { putPolicy } from './put-policy.ts'
import type { RetentionPolicyInput } from './schemas.ts'

const service = await startApp()
const { v2, db, clock, doWork } = service
const { bodyOf, put, stored } = policyCalls(service)
const { list } = listCalls(service, '/retention_policies', 'id')

const read = (id: string, options = {}) => v2('GET', `/retention_policies/${id}`, options)
const patch = (id: string, body: object, options = {}) => v2('PATCH', `/retention_policies/${id}`, { body, ...options })
const remove = (id: string, options = {}) => v2('DELETE', `/retention_policies/${id}`, options)

const organization = await anOrganization(service)
const contract = await aDocumentType(service, { metas: [{ code: 'signed_on', type: 'date' }] })
const card = await aDocumentType(service)
const company = await aDocumentType(service, { kind: 'company' })
const grade = await aCustomField(service, { type: 'list', values: ['junior', 'senior'] })
const born = await aCustomField(service, { type: 'date' })
const number = await aCustomField(service, { type: 'integer' })

describe('PUT /retention_policies/{id}', () => {
  test('201 fills in what is not said, and tells of it once', async () => {
    const id = unique('rp')

    const answer = await put(id, { name: 'Payslips' })

    assert.equal(answer.statusCode, 201)
    const { created_at, updated_at, ...policy } = answer.json()
    assert.equal(created_at, updated_at)
    assert.deepEqual(policy, {
      id,
      name: 'Payslips',
      enabled: true,
      resource_type: 'employee_document',
      filters: {
        document_type_codes: [],
        form_codes: [],
        organization_codes: [],
        include_below: true,
        custom_fields: {},
      },
      trigger: { event: 'created' },
      delay: 'P0D',
      action: 'delete',
      legal_basis: '',
      needs_approval: 1,
      protects: false,
      origin: 'api',
    })
    assert.deepEqual((await read(id)).json(), answer.json())
    assert.deepEqual(await eventsOf(db, id), ['retention_policy.created'])
  })

  test('200 replaces it, and changes nothing when what is read is put again', async () => {
    const id = await stored({
      filters: { document_type_codes: [contract, card], organization_codes: [organization], include_below: false },
      trigger: { event: 'fixed_date', date: '2031-05-06' },
    })
    clock.advance(60)
    const before = (await read(id)).json()
    const { id: _, origin: __, created_at: ___, updated_at: ____, ...body } = before

    const same = await v2('PUT', `/retention_policies/${id}`, { body })
    const other = await v2('PUT', `/retention_policies/${id}`, { body: { ...body, delay: 'P2Y' } })

    assert.deepEqual([same.statusCode, same.json()], [200, before])
    assert.deepEqual([other.statusCode, other.json().delay], [200, 'P2Y'])
    assert.notEqual(other.json().updated_at, before.updated_at)
    assert.deepEqual(await eventsOf(db, id), ['retention_policy.created'])
  })

  const metas = { document_type_codes: [contract], organization_codes: [organization] }
  for (const [what, over] of Object.entries({
    'a meta of its types': { filters: metas, trigger: { event: 'document_meta', code: 'signed_on' } },
    'a date field': { trigger: { event: 'employee_custom_field', code: born } },
    'values of fields': { filters: { custom_fields: { [grade]: ['junior', 'senior'], [number]: [5] } } },
    'company documents': { resource_type: 'company_document', filters: { document_type_codes: [company] } },
    'requests of a form': { resource_type: 'request', trigger: { event: 'request_closed' }, action: 'anonymise' },
    'signature processes': { resource_type: 'signature_process', trigger: { event: 'process_ended' } },
    employees: { resource_type: 'employee', trigger: { event: 'employee_departure' }, action: 'anonymise' },
  })) {
    test(`201 for ${what}, which reads as it was put`, async () => {
      const answer = await put(unique('rp'), over)

      assert.equal(answer.statusCode, 201, answer.body)
      assert.partialDeepStrictEqual(answer.json(), over)
    })
  }

  const refusals: [field: string, code: string, over: object][] = [
    ['filters.document_type_codes', 'unfit', { resource_type: 'note', filters: { document_type_codes: [contract] } }],
    ['filters.form_codes', 'unfit', { filters: { form_codes: ['mobility'] } }],
    [
      'filters.custom_fields',
      'unfit',
      { resource_type: 'company_document', filters: { custom_fields: { [grade]: ['junior'] } } },
    ],
    [
      'filters.document_type_codes.1',
      'unknown_document_type',
      { filters: { document_type_codes: [contract, 'none'] } },
    ],
    ['filters.document_type_codes.0', 'unknown_document_type', { filters: { document_type_codes: [company] } }],
    ['filters.form_codes.0', 'unknown_form', { resource_type: 'request', filters: { form_codes: ['none'] } }],
    ['filters.organization_codes.0', 'unknown_organization', { filters: { organization_codes: ['none'] } }],
    ['filters.custom_fields.none', 'unknown_custom_field', { filters: { custom_fields: { none: ['a'] } } }],
    [`filters.custom_fields.${grade}`, 'wrong_type', { filters: { custom_fields: { [grade]: 'junior' } } }],
    [`filters.custom_fields.${grade}`, 'wrong_type', { filters: { custom_fields: { [grade]: [] } } }],
    [
      `filters.custom_fields.${grade}.1`,
      'unknown_choice',
      { filters: { custom_fields: { [grade]: ['junior', 'chief'] } } },
    ],
    [`filters.custom_fields.${number}.0`, 'wrong_type', { filters: { custom_fields: { [number]: ['5'] } } }],
    ['trigger.event', 'unfit', { resource_type: 'note', trigger: { event: 'document_date' } }],
    ['trigger.event', 'unfit', { resource_type: 'company_document', trigger: { event: 'employee_departure' } }],
    ['trigger.event', 'unfit', { trigger: { event: 'process_ended' } }],
    ['trigger.code', 'required', { filters: metas, trigger: { event: 'document_meta' } }],
    ['trigger.code', 'unknown', { trigger: { event: 'document_meta', code: 'signed_on' } }],
    [
      'trigger.code',
      'unknown',
      { filters: { document_type_codes: [contract, card] }, trigger: { event: 'document_meta', code: 'signed_on' } },
    ],
    ['trigger.code', 'unknown', { trigger: { event: 'employee_custom_field', code: grade } }],
    ['trigger.code', 'misplaced', { trigger: { event: 'created', code: born } }],
    ['trigger.date', 'required', { trigger: { event: 'fixed_date' } }],
    ['trigger.date', 'misplaced', { trigger: { event: 'created', date: '2031-01-01' } }],
    ['action', 'unfit', { action: 'anonymise' }],
    ['action', 'unfit', { resource_type: 'note', action: 'trash' }],
    ...['5Y', 'P', 'PT1H', 'P1YT1H', '-P1Y', 'P-1Y', 'P1.5Y', 'P1D1Y', 'P201Y', 'P200Y1D', 'P2401M', 'p1y', 'P1Y '].map(
      (delay): [string, string, object] => ['delay', 'invalid_delay', { delay }],
    ),
  ]
  for (const [field, code, over] of refusals) {
    test(`422 ${code} on ${field} for ${JSON.stringify(over).replace(/-[0-9a-f]{8}/g, '')}, and stores nothing`, async () => {
      const id = unique('rp')

      const answer = await put(id, over)

      assert.equal(answer.statusCode, 422, answer.body)
      const [error] = answer.json().errors
      assert.deepEqual([error.field, error.code], [field, code])
      assert.equal((await read(id)).statusCode, 404)
    })
  }

  test('201 for every length of time up to 200 years', async () => {
    for (const delay of ['P0D', 'P200Y', 'P2400M', 'P1Y2M3W4D', 'P73000D']) {
      const answer = await put(unique('rp'), { delay, enabled: false })
      assert.deepEqual([answer.statusCode, answer.json().delay], [201, delay])
    }
  })

  test('422 for another resource_type, by PUT and by PATCH', async () => {
    const id = await stored()

    for (const answer of [await put(id, { resource_type: 'note' }), await patch(id, { resource_type: 'note' })]) {
      assert.equal(answer.statusCode, 422)
      assert.deepEqual(
        answer.json().errors.map((one: { field: string; code: string }) => [one.field, one.code]),
        [['resource_type', 'unchangeable']],
      )
    }
  })

  test('409 beyond 500 of a client, and changes of those there are go on', async () => {
    const id = await stored()
    await sql`
      INSERT INTO retention_policies (client_id, id, name, enabled, resource_type, filters, trigger_event, delay, delay_interval, action,
        legal_basis, needs_approval, protects, origin, search_text, created_at, updated_at)
      SELECT 'acme', 'filler-' || number, 'Filler', false, 'note', '{}', 'created', 'P1Y', 'P1Y', 'delete', '', 1, false, 'api', '', now(), now()
      FROM generate_series(1, 500 - (SELECT count(*) FROM retention_policies WHERE client_id = 'acme')) AS number`.execute(
      db,
    )

    const more = await put(unique('rp'))

    assert.deepEqual([more.statusCode, more.json().code], [409, 'too_many_retention_policies'])
    assert.equal((await patch(id, { name: 'Renamed' })).statusCode, 200)
    await sql`DELETE FROM retention_policies WHERE id LIKE 'filler-%'`.execute(db)
  })

  test('nothing is stored and nothing told when a later step fails', async () => {
    const id = unique('rp')
    const failing = doWork(acme, async (work) => {
      await putPolicy(work, id, bodyOf() as RetentionPolicyInput)
      throw new Error('later')
    })

    await assert.rejects(failing, /later/)
    assert.equal((await read(id)).statusCode, 404)
    assert.deepEqual(await eventsOf(db, id), [])
  })

  test('one of many at once creates it, and it is told of once', async () => {
    const id = unique('rp')

    const answers = await Promise.all(Array.from({ length: 5 }, () => put(id, { name: 'Same' })))

    assert.deepEqual(answers.map((one) => one.statusCode).toSorted(), [200, 200, 200, 200, 201])
    assert.deepEqual(await eventsOf(db, id), ['retention_policy.created'])
  })
})

describe('PATCH /retention_policies/{id}', () => {
  test('200 changes what is given, and nothing is told', async () => {
    const id = await stored({ legal_basis: 'Labour code' })

    const answer = await patch(id, { needs_approval: 2, protects: true, enabled: false })

    assert.equal(answer.statusCode, 200)
    assert.partialDeepStrictEqual(answer.json(), {
      legal_basis: 'Labour code',
      needs_approval: 2,
      protects: true,
      enabled: false,
    })
    assert.deepEqual(await eventsOf(db, id), ['retention_policy.created'])
  })

  test('412 when the policy has changed since it was read', async () => {
    const id = await stored()
    const { etag } = (await read(id)).headers
    const headers = { 'if-match': String(etag) }

    assert.equal((await patch(id, { name: 'First' }, { headers })).statusCode, 200)
    assert.equal((await patch(id, { name: 'Second' }, { headers })).statusCode, 412)
    assert.equal((await remove(id, { headers })).statusCode, 412)
    assert.equal((await read(id)).json().name, 'First')
  })

  test('404 for one that does not exist', async () => {
    assert.equal((await patch(unique('rp'), { name: 'A' })).statusCode, 404)
  })
})

describe('DELETE /retention_policies/{id}', () => {
  test('204 once, then 404, and it is told of once', async () => {
    const id = await stored()

    const answers = [await remove(id), await remove(id)]

    assert.deepEqual(
      answers.map((one) => one.statusCode),
      [204, 404],
    )
    assert.deepEqual(await eventsOf(db, id), ['retention_policy.created', 'retention_policy.deleted'])
  })
})

describe('GET /retention_policies', () => {
  test('200 lists the newest first, by type, by state and by a part of id or name', async () => {
    const name = unique('Listed')
    const [first, second, third] = [
      await stored({ name: `${name} one` }),
      await stored({ name: `${name} two`, resource_type: 'note' }),
      await stored({ name: `${name} three`, enabled: false }),
    ]

    assert.deepEqual((await list({ q: name })).toSorted(), [first, second, third].toSorted())
    assert.deepEqual(await list({ q: name.toUpperCase(), resource_type: 'note' }), [second])
    assert.deepEqual(await list({ q: name, enabled: 'false' }), [third])
    assert.deepEqual(await list({ q: second.slice(-8) }), [second])
  })

  test('200 shows each one once, page by page', async () => {
    const name = unique('Paged')
    for (let number = 0; number < 5; number += 1) await stored({ name })

    const found: string[] = []
    for (let path: string | undefined = `/retention_policies?q=${name}&per_page=2`; path; ) {
      const answer = await v2('GET', path)
      found.push(...answer.json().map((one: { id: string }) => one.id))
      const cursor: unknown = answer.headers['next-cursor']
      path = cursor
        ? `/retention_policies?q=${name}&per_page=2&cursor=${encodeURIComponent(String(cursor))}`
        : undefined
    }

    assert.equal(new Set(found).size, 5)
    assert.equal(found.length, 5)
  })
})

describe('the retention of a document type', () => {
  test('200 is listed and read as a policy, and follows the type', async () => {
    const code = await aDocumentType(service, { name: 'Payslip', retention: { months: 18, from: 'departure' } })
    const id = `type:${code}`

    const policy = (await read(encodeURIComponent(id))).json()

    assert.partialDeepStrictEqual(policy, {
      id,
      name: 'Payslip',
      resource_type: 'employee_document',
      filters: { document_type_codes: [code] },
      trigger: { event: 'employee_departure' },
      delay: 'P18M',
      action: 'trash',
      needs_approval: 1,
      origin: 'document_type',
    })
    assert.deepEqual(await list({ q: code }), [id])
    await v2('PATCH', `/document_types/${code}`, { body: { retention: null } })
    assert.equal((await read(encodeURIComponent(id))).statusCode, 404)
  })

  test('409 defined_by_type for changes of it, and 404 for a type without', async () => {
    const id = encodeURIComponent(`type:${await aDocumentType(service, { retention: { months: 1, from: 'date' } })}`)

    for (const answer of [await put(id), await patch(id, { name: 'A' }), await remove(id)]) {
      assert.deepEqual([answer.statusCode, answer.json().code], [409, 'defined_by_type'])
    }
    for (const none of [encodeURIComponent(`type:${card}`), encodeURIComponent('type:none')]) {
      assert.equal((await put(none)).statusCode, 404)
      assert.equal((await remove(none)).statusCode, 404)
    }
  })
})

describe('what a policy names', () => {
  test('409 keeps an organization and a custom field from being deleted', async () => {
    const [code, field] = [await anOrganization(service), await aCustomField(service, { type: 'date' })]
    const id = await stored({
      filters: { organization_codes: [code] },
      trigger: { event: 'employee_custom_field', code: field },
    })

    const [place, ofEmployees] = [
      await v2('DELETE', `/organizations/${code}`),
      await v2('DELETE', `/custom_fields/${field}`),
    ]

    assert.deepEqual([place.statusCode, place.json().code], [409, 'organization_in_use'])
    assert.match(place.json().message, /1 retention policy/)
    assert.deepEqual([ofEmployees.statusCode, ofEmployees.json().code], [409, 'custom_field_in_use'])
    await remove(id)
    assert.equal((await v2('DELETE', `/organizations/${code}`)).statusCode, 204)
    assert.equal((await v2('DELETE', `/custom_fields/${field}`)).statusCode, 204)
  })
})

describe('callers', () => {
  test('404 for the policies of another client, whose ids are free', async () => {
    const id = await stored()
    const theirs = { application: 'rival' } as const

    for (const answer of [await read(id, theirs), await patch(id, {}, theirs), await remove(id, theirs)]) {
      assert.equal(answer.statusCode, 404)
    }
    const own = await v2('PUT', `/retention_policies/${id}`, { ...theirs, body: bodyOf() })
    assert.equal(own.statusCode, 201)
    const named = { filters: { organization_codes: [organization] } }
    const foreign = await v2('PUT', `/retention_policies/${unique('rp')}`, { ...theirs, body: bodyOf(named) })
    assert.equal(foreign.statusCode, 422)
  })

  test('401 without a token, 403 without the permission', async () => {
    const id = await stored()
    const reader = await allowedTo(service, 'retention_policies:read')
    const other = await allowedTo(service, 'employees:*')

    assert.equal((await read(id, { headers: { authorization: 'Bearer none' } })).statusCode, 401)
    assert.equal((await read(id, { headers: reader })).statusCode, 200)
    assert.equal((await patch(id, {}, { headers: reader })).statusCode, 403)
    for (const answer of [await read(id, { headers: other }), await remove(id, { headers: other })]) {
      assert.deepEqual([answer.statusCode, answer.json().code], [403, 'insufficient_scope'])
    }
  })
})
