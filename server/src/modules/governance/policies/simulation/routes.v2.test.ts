import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { startApp } from '#test/harness/app.ts'
import { allowedTo, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { holdCalls, policyCalls } from '#test/harness/features/governance.ts'
import { requestCalls } from '#test/harness/features/requests.ts'

const service = await startApp()
const { v2, db, clock } = service
clock.stop()
const { uploaded } = documentCalls(service)
const { aDocument } = filingCalls(service)
const { placed } = holdCalls(service)
const { bodyOf, stored } = policyCalls(service)
const { made } = requestCalls(service)

const [contract, card] = [await aDocumentType(service), await aDocumentType(service)]
const today = clock.now().toISOString().slice(0, 10)
const [year = '', month = ''] = today.split('-')

const simulate = (over: object, more: object = {}) =>
  v2('POST', '/retention_policies/simulate', { body: { ...bodyOf(over), ...more } })
const simulated = async (over: object, more: object = {}) => {
  const answer = await simulate(over, more)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json()
}

/** An organization below another, with an employee who is in both, and files documents of these dates. */
async function aPlace(...dates: string[]) {
  const above = await anOrganization(service)
  const below = await anOrganization(service, { parent: above })
  const employee = await anEmployee(service, { organizations: [above, below] })
  const documents: string[] = []
  for (const [index, date] of dates.entries()) {
    const document_type_code = index % 2 === 0 ? contract : card
    documents.push(await uploaded({ document_type_code, employee_technical_id: employee, date }))
  }
  return { above, below, employee, documents, filters: { organization_codes: [above] } }
}
const dated = { trigger: { event: 'document_date' } }

describe('POST /retention_policies/simulate', () => {
  test('200 counts what fits by month, type and each own organization, and saves nothing', async () => {
    const { above, below, documents, filters } = await aPlace('2020-01-31', '2020-02-01', '2020-02-29', '2199-01-01')
    const policies = async () => (await v2('GET', '/retention_policies?per_page=100')).json().length
    const before = await policies()

    const { sample_ids, ...found } = await simulated({ filters, ...dated, delay: 'P1M' })

    assert.deepEqual(found, {
      matched: 4,
      total: 3,
      due_now: 3,
      held: 0,
      decided_by_others: 0,
      without_date: 0,
      by_month: [
        { month: '2020-02', count: 1 },
        { month: '2020-03', count: 2 },
      ],
      by_type: [
        { code: contract, count: 2 },
        { code: card, count: 1 },
      ].toSorted((one, other) => (one.code < other.code ? -1 : 1)),
      by_organization: [
        { code: above, count: 3 },
        { code: below, count: 3 },
      ].toSorted((one, other) => (one.code < other.code ? -1 : 1)),
    })
    assert.deepEqual(sample_ids.toSorted(), documents.slice(0, 3).toSorted())
    assert.equal(await policies(), before)
  })

  test('200 looks ahead for a year unless said otherwise, that day included', async () => {
    const { filters } = await aPlace(today)
    const next = `${Number(year) + 1}-${today.slice(5)}`
    const [within, beyond] = [
      await simulated({ filters, ...dated, delay: 'P1Y' }),
      await simulated({ filters, ...dated, delay: 'P1Y1D' }),
    ]

    assert.deepEqual([within.total, within.due_now, within.by_month], [1, 0, [{ month: next.slice(0, 7), count: 1 }]])
    assert.deepEqual([beyond.matched, beyond.total, beyond.sample_ids], [1, 0, []])
    assert.equal((await simulated({ filters, ...dated, delay: 'P2Y' }, { until: '2199-12-31' })).total, 1)
  })

  test('200 counts what is held, what another policy decides, what has no date and what was postponed', async () => {
    const { documents, filters } = await aPlace('2020-01-01', '2020-01-01', '2020-01-01', '2020-01-01')
    await placed({ document_ids: [documents[0] ?? ''] })
    await stored({ filters: { ...filters, document_type_codes: [card] }, ...dated, delay: 'P50Y' })
    await sql`INSERT INTO retention_postponements (client_id, resource_type, resource_id, until)
      VALUES ('acme', 'employee_document', ${documents[2]}, '2198-03-01')`.execute(db)

    const found = await simulated({ filters, ...dated })
    const later = await simulated({ filters, ...dated }, { until: '2198-03-01' })
    const waiting = await simulated({ filters, trigger: { event: 'employee_departure' } })

    assert.deepEqual([found.matched, found.total, found.held, found.decided_by_others], [4, 1, 1, 2])
    assert.deepEqual([later.total, later.by_month.at(-1)], [2, { month: '2198-03', count: 1 }])
    assert.deepEqual([waiting.matched, waiting.total, waiting.without_date], [4, 0, 4])
  })

  test('200 stands in for a saved policy, and for one that is switched off', async () => {
    const { filters } = await aPlace('2020-01-01')
    const id = await stored({ filters, ...dated, delay: 'P90Y' })

    const beside = await simulated({ filters, ...dated })
    const instead = await simulated({ filters, ...dated, enabled: false }, { id })

    assert.deepEqual([beside.total, beside.decided_by_others], [0, 1])
    assert.deepEqual([instead.total, instead.decided_by_others], [1, 0])
  })

  test('200 leaves out what a policy has already put into the trash', async () => {
    const { documents, filters } = await aPlace('2020-01-01', '2020-01-01')
    await v2('PUT', `/employee_documents/${documents[0]}/trash`)

    assert.equal((await simulated({ filters, ...dated, action: 'trash' })).total, 1)
    assert.equal((await simulated({ filters, ...dated, action: 'delete' })).total, 2)
  })

  test('200 for company documents, requests and employees, named as their calls name them', async () => {
    const { above, employee, filters } = await aPlace()
    const document_type_code = await aDocumentType(service, { kind: 'company' })
    const { id } = await aDocument('company', { document_type_code, organization_codes: [above] })
    const creator_technical_id = await aManager(service)
    const request = await made({ creator_technical_id, employee_technical_id: employee })
    const expected = {
      company_document: { sample_ids: [id], by_type: [{ code: document_type_code, count: 1 }] },
      request: { sample_ids: [request.id], by_type: [{ code: 'default', count: 1 }] },
      employee: { sample_ids: [employee], by_type: [] },
    }
    for (const [resource_type, parts] of Object.entries(expected)) {
      const found = await simulated({ resource_type, filters })
      assert.partialDeepStrictEqual(found, {
        total: 1,
        due_now: 1,
        by_month: [{ month: `${year}-${month}`, count: 1 }],
      })
      assert.deepEqual({ sample_ids: found.sample_ids, by_type: found.by_type }, parts)
    }
  })

  test('200 names 20 at most', async () => {
    const { employee, filters } = await aPlace()
    for (let number = 0; number < 21; number += 1) {
      await uploaded({ document_type_code: contract, employee_technical_id: employee })
    }

    const found = await simulated({ filters })

    assert.deepEqual([found.total, found.sample_ids.length, new Set(found.sample_ids).size], [21, 20, 20])
  })

  test('422 for what PUT refuses', async () => {
    const id = await stored({ enabled: false })
    const refusals: [object, object, string][] = [
      [{ delay: 'soon' }, {}, 'delay'],
      [{ filters: { organization_codes: ['none'] } }, {}, 'filters.organization_codes.0'],
      [{ resource_type: 'note' }, { id }, 'resource_type'],
      [{}, { until: '2031-02-30' }, 'until'],
      [{}, { id: 'type:contract' }, 'id'],
    ]
    for (const [over, more, field] of refusals) {
      const answer = await simulate(over, more)
      assert.deepEqual([answer.statusCode, answer.json().errors[0].field], [422, field])
    }
  })
})

describe('GET /retention_policies/{id}/simulation', () => {
  test('200 is the same of a saved policy, and of the retention of a type', async () => {
    const { employee, documents, filters } = await aPlace('2020-01-15')
    const id = await stored({ filters, ...dated, delay: 'P3Y' })
    const typed = await aDocumentType(service, { retention: { months: 12, from: 'date' } })
    const payslip = await uploaded({ document_type_code: typed, employee_technical_id: employee, date: '2020-01-15' })
    const read = async (policy: string, query = '') =>
      (await v2('GET', `/retention_policies/${encodeURIComponent(policy)}/simulation${query}`)).json()

    const found = await read(id)

    assert.deepEqual([found.matched, found.total, found.sample_ids.length], [2, 2, 2])
    assert.ok(found.sample_ids.includes(documents[0]))
    assert.deepEqual(found, await simulated({ filters, ...dated, delay: 'P3Y' }, { id }))
    assert.equal((await read(id, '?until=2022-12-31')).total, 0)
    const ofType = await read(`type:${typed}`)
    assert.deepEqual([ofType.matched, ofType.decided_by_others], [1, 1])
    await v2('DELETE', `/retention_policies/${id}`)
    assert.deepEqual((await read(`type:${typed}`)).sample_ids, [payslip])
  })

  test('404 for one that does not exist, or is another client’s; 422 for a day that does not exist', async () => {
    const id = await stored({ enabled: false })
    const path = `/retention_policies/${id}/simulation`

    assert.equal((await v2('GET', `/retention_policies/${unique('rp')}/simulation`)).statusCode, 404)
    assert.equal((await v2('GET', path, { application: 'rival' })).statusCode, 404)
    assert.ok([400, 422].includes((await v2('GET', `${path}?until=soon`)).statusCode))
  })

  test('401 without a token, 403 without the permission', async () => {
    const headers = await allowedTo(service, 'employee_documents:*')
    for (const answer of [
      await v2('GET', `/retention_policies/${await stored({ enabled: false })}/simulation`, { headers }),
      await v2('POST', '/retention_policies/simulate', { headers, body: bodyOf() }),
    ]) {
      assert.deepEqual([answer.statusCode, answer.json().code], [403, 'insufficient_scope'])
    }
    const nobody = await v2('POST', '/retention_policies/simulate', {
      headers: { authorization: 'Bearer none' },
      body: bodyOf(),
    })
    assert.equal(nobody.statusCode, 401)
  })
})
