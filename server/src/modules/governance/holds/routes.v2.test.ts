import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { startApp } from '#test/harness/app.ts'
import { allowedTo, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole, eventsOf } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { holdCalls, topOrganization } from '#test/harness/features/governance.ts'
import { noteCalls } from '#test/harness/features/notes.ts'
import { listCalls } from '#test/harness/http/list-calls.ts'

const service = await startApp()
const { v2, db, clock } = service
const { uploaded } = documentCalls(service)
const { written } = noteCalls(service)
const { place, placed, release, covered } = holdCalls(service)
const { list } = listCalls(service, '/legal_holds', 'id')

const document_type_code = await aDocumentType(service)

/** An employee with a document, in an organization of their own. */
async function aFolder() {
  const organization = await anOrganization(service)
  const employee = await anEmployee(service, { organizations: [organization] })
  return { organization, employee, document: await uploaded({ document_type_code, employee_technical_id: employee }) }
}

describe('counts', () => {
  test('of one hold are exact; in lists, more than 1,000 of a type are 1,001', async () => {
    const { employee } = await aFolder()
    const { id } = await placed({ employee_technical_ids: [employee] })
    await sql`INSERT INTO legal_hold_items (client_id, resource_type, resource_id, hold_id, covered_at)
      SELECT 'acme', 'note', gen_random_uuid()::text, ${id}, now() FROM generate_series(1, 1001 + 5)`.execute(db)

    const listed = (await v2('GET', `/legal_holds?employee_technical_id=${employee}`)).json()

    assert.deepEqual((await v2('GET', `/legal_holds/${id}`)).json().counts, {
      employee: 1,
      employee_document: 1,
      note: 1006,
    })
    assert.deepEqual(listed[0].counts, { employee: 1, employee_document: 1, note: 1001 })
  })
})

describe('POST /legal_holds', () => {
  test('201 answers the hold as it reads, and tells of it once', async () => {
    const { employee, document } = await aFolder()
    const name = unique('Matter')

    const answer = await place({ employee_technical_ids: [employee] }, { name, reference: '2031/77' })

    assert.equal(answer.statusCode, 201)
    const hold = answer.json()
    assert.deepEqual((await v2('GET', `/legal_holds/${hold.id}`)).json(), hold)
    assert.deepEqual([hold.kind, hold.status, hold.name, hold.reference], ['matter', 'open', name, '2031/77'])
    assert.deepEqual(hold.counts, { employee: 1, employee_document: 1 })
    assert.equal(hold.created_by.type, 'application')
    assert.deepEqual(await covered(hold.id), [`employee ${employee}`, `employee_document ${document}`])
    assert.deepEqual(await eventsOf(db, hold.id), ['legal_hold.created'])
  })

  test('201 covers what fits all criteria, from the first moment of a day to the last', async () => {
    const { employee } = await aFolder()
    const filed = (date: string) => uploaded({ document_type_code, employee_technical_id: employee, date })
    const [before, first, last, after] = await Promise.all(
      ['2020-12-31T23:59:59Z', '2021-01-01T00:00:00Z', '2021-12-31T23:59:59Z', '2022-01-01T00:00:00Z'].map(filed),
    )
    const scope = { employee_technical_ids: [employee], resource_types: ['employee_document' as const] }

    const both = await placed({ ...scope, date_since: '2021-01-01', date_until: '2021-12-31' })
    const since = await placed({ ...scope, date_since: '2022-01-01', date_until: '2022-12-31' })

    assert.deepEqual(await covered(both.id), [first, last].map((id) => `employee_document ${id}`).toSorted())
    assert.ok((await covered(since.id)).includes(`employee_document ${after}`))
    assert.ok(!(await covered(both.id)).includes(`employee_document ${before}`))
  })

  test('201 for a manager, who is named beside the application', async () => {
    const { employee } = await aFolder()
    const organization = await topOrganization(service)
    const role = await aRole(service, { permissions: ['legal_holds:write'] })
    const manager = await aManager(service, {
      profiles: [{ role, organizations: [organization], include_below: true }],
    })

    const hold = await placed({ employee_technical_ids: [employee] }, { actor_technical_id: manager })

    assert.deepEqual(hold.created_by.on_behalf_of, { technical_id: manager, name: `Max ${manager}` })
  })

  test('403 for a manager without the permission for the whole client', async () => {
    const { employee, organization } = await aFolder()
    const everything = await aRole(service)
    const local = await aManager(service, { profiles: [{ role: everything, organizations: [organization] }] })
    const none = await aManager(service)
    for (const actor_technical_id of [local, none]) {
      const answer = await place({ employee_technical_ids: [employee] }, { actor_technical_id })
      assert.deepEqual([answer.statusCode, answer.json().code], [403, 'not_permitted'])
    }
  })

  for (const [field, what, scope, over] of [
    ['name', 'empty', { document_ids: ['x'] }, { name: '' }],
    ['name', 'too long', { document_ids: ['x'] }, { name: 'x'.repeat(256) }],
    ['reason', 'missing', { document_ids: ['x'] }, { reason: undefined }],
    ['reference', 'too long', { document_ids: ['x'] }, { reference: 'x'.repeat(256) }],
    ['scope', 'missing', undefined, {}],
    ['scope', 'without any name', { document_ids: [], date_since: '2021-01-01' }, {}],
    ['scope.document_ids.0', 'of a document that is not there', { document_ids: [randomUUID()] }, {}],
    ['scope.document_ids.0', 'of another form', { document_ids: ['x'] }, {}],
    ['scope.employee_technical_ids.0', 'of another client', { employee_technical_ids: ['G-1'] }, {}],
    ['scope.organization_codes.0', 'unknown', { organization_codes: ['nowhere'] }, {}],
    ['scope.document_type_codes.1', 'unknown', { document_type_codes: [document_type_code, 'none'] }, {}],
    ['scope.date_since', 'no day', { document_type_codes: [document_type_code], date_since: '2021-02-30' }, {}],
    [
      'scope.date_until',
      'before the first day',
      { document_type_codes: [document_type_code], date_since: '2021-02-02', date_until: '2021-02-01' },
      {},
    ],
    ['actor_technical_id', 'unknown', { document_type_codes: [document_type_code] }, { actor_technical_id: 'nobody' }],
  ] as const) {
    test(`422 on ${field} that is ${what}, and nothing is placed`, async () => {
      const before = (await list({ status: 'all' })).length
      const answer = await place(scope as object | undefined, over)
      assert.equal(answer.statusCode, 422, answer.body)
      assert.deepEqual(
        answer.json().errors.map((one: { field: string }) => one.field),
        [field],
      )
      assert.equal((await list({ status: 'all' })).length, before)
    })
  }

  test('403 without the permission, 401 without a token', async () => {
    const reader = await allowedTo(service, 'legal_holds:read')
    assert.equal((await v2('POST', '/legal_holds', { headers: reader, body: {} })).statusCode, 403)
    assert.equal((await v2('GET', '/legal_holds', { headers: reader })).statusCode, 200)
    assert.equal((await v2('GET', '/legal_holds', { headers: { authorization: '' } })).statusCode, 401)
  })
})

describe('where the database lacks a trigger', () => {
  test('409, since what the matter covers could go', async () => {
    const { employee } = await aFolder()
    await sql`ALTER TABLE notes DISABLE TRIGGER legal_hold_delete`.execute(db)
    const refused = await place({ employee_technical_ids: [employee] })
    await sql`ALTER TABLE notes ENABLE TRIGGER legal_hold_delete`.execute(db)

    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'legal_holds_not_enforced'])
    assert.equal((await place({ employee_technical_ids: [employee] })).statusCode, 201)
  })
})

describe('GET /legal_holds', () => {
  test('200 lists open ones, newest first, and the others when they are asked for', async () => {
    const { employee, document } = await aFolder()
    const name = unique('needle')
    const first = await placed({ employee_technical_ids: [employee] }, { name })
    clock.advance(1000)
    const second = await placed({ document_ids: [document] }, { name, reference: 'Court 7' })
    await release(first.id)

    assert.deepEqual(await list({ q: name }), [second.id])
    assert.deepEqual(await list({ q: name, status: 'released' }), [first.id])
    assert.deepEqual(await list({ q: name, status: 'all' }), [second.id, first.id])
    assert.deepEqual(await list({ q: 'court 7', document_id: document }), [second.id])
    assert.deepEqual(await list({ employee_technical_id: employee, status: 'all' }), [first.id])
    assert.deepEqual(await list({ employee_technical_id: 'nobody' }), [])
    assert.deepEqual(await list({ document_id: 'x' }), [])
  })
})

describe('PATCH /legal_holds/{id}', () => {
  test('200 changes how it is described, and the search finds it so', async () => {
    const { document } = await aFolder()
    const { id } = await placed({ document_ids: [document] }, { reference: 'A' })
    const name = unique('Renamed')

    const answer = await v2('PATCH', `/legal_holds/${id}`, { body: { name, reference: null } })

    assert.deepEqual([answer.statusCode, answer.json().name, answer.json().reference], [200, name, null])
    assert.deepEqual(await list({ q: name }), [id])
  })

  test('422 on the scope, which stays', async () => {
    const { document } = await aFolder()
    const { id } = await placed({ document_ids: [document] })
    const answer = await v2('PATCH', `/legal_holds/${id}`, { body: { scope: {} } })
    assert.deepEqual([answer.statusCode, answer.json().errors[0].code], [422, 'unchangeable'])
  })

  test('404 for another client and for what is not there', async () => {
    const { document } = await aFolder()
    const { id } = await placed({ document_ids: [document] })
    const rival = await service.as('rival')
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['GET', '/items', undefined],
      ['PATCH', '', { name: 'x' }],
      ['POST', '/release', { reason: 'x' }],
    ] as const) {
      for (const one of [`/legal_holds/${id}${path}`, `/legal_holds/${randomUUID()}${path}`, `/legal_holds/x${path}`]) {
        const options = { headers: rival, ...(body && { body }) }
        assert.equal((await v2(method, one, options)).statusCode, 404, `${method} ${one}`)
      }
    }
  })
})

describe('POST /legal_holds/{id}/release', () => {
  test('200 frees what nothing else holds, once, and the record stays', async () => {
    const { document } = await aFolder()
    const [one, other] = [await placed({ document_ids: [document] }), await placed({ document_ids: [document] })]
    const isHeld = async () => (await v2('GET', `/employee_documents/${document}`)).json().legal_hold

    const answer = await release(one.id)

    assert.deepEqual(
      [answer.statusCode, answer.json().status, answer.json().release_reason],
      [200, 'released', 'Settled'],
    )
    assert.equal(await isHeld(), true)
    const again = await release(one.id)
    assert.deepEqual([again.statusCode, again.json().code], [400, 'invalid_state'])
    await release(other.id)
    assert.equal(await isHeld(), false)
    assert.deepEqual(await eventsOf(db, one.id), ['legal_hold.created', 'legal_hold.deleted'])
    assert.deepEqual(await covered(one.id), [`employee_document ${document}`])
  })

  test('422 without a reason', async () => {
    const { document } = await aFolder()
    const { id } = await placed({ document_ids: [document] })
    for (const body of [{}, { reason: '' }]) assert.equal((await release(id, body)).statusCode, 422)
  })

  test('405 with Allow for DELETE: a hold is never deleted', async () => {
    const { document } = await aFolder()
    const { id } = await placed({ document_ids: [document] })
    const answer = await v2('DELETE', `/legal_holds/${id}`)
    assert.equal(answer.statusCode, 405)
    assert.match(String(answer.headers.allow), /GET/)
  })
})

describe('what is under hold', () => {
  test('409 for the deletion of a note, and 204 after the release', async () => {
    const { employee } = await aFolder()
    const note = await written('employees', { employee_technical_id: employee })
    const { id } = await placed({ employee_technical_ids: [employee] })

    const answer = await v2('DELETE', `/notes/${note}`)

    assert.deepEqual([answer.statusCode, answer.json().code], [409, 'legal_hold'])
    await release(id)
    assert.equal((await v2('DELETE', `/notes/${note}`)).statusCode, 204)
  })

  test('PATCH legal_hold false is 409 while a matter covers it; its own hold stays', async () => {
    const { document } = await aFolder()
    const mark = (legal_hold: boolean) => v2('PATCH', `/employee_documents/${document}`, { body: { legal_hold } })
    await mark(true)
    const matter = await placed({ document_ids: [document] })

    const refused = await mark(false)

    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'legal_hold'])
    assert.equal((await list({ document_id: document })).length, 2)
    await release(matter.id)
    assert.equal((await mark(false)).json().legal_hold, false)
    assert.deepEqual(await list({ document_id: document }), [])
  })

  test('PATCH legal_hold true beside a matter places a hold of its own, once', async () => {
    const { document } = await aFolder()
    await placed({ document_ids: [document] })
    for (let n = 0; n < 2; n += 1) {
      const answer = await v2('PATCH', `/employee_documents/${document}`, { body: { legal_hold: true } })
      assert.equal(answer.json().legal_hold, true)
    }
    const kinds = (await v2('GET', `/legal_holds?document_id=${document}`))
      .json()
      .map((one: { kind: string }) => one.kind)
    assert.deepEqual(kinds.toSorted(), ['document', 'matter'])
  })
})

describe('placing and deleting at once', () => {
  test('what a hold answered for is there, and everything else is gone', async () => {
    const { employee } = await aFolder()
    const documents = await Promise.all(
      Array.from({ length: 10 }, () => uploaded({ document_type_code, employee_technical_id: employee })),
    )

    const [hold, ...answers] = await Promise.all([
      placed({ employee_technical_ids: [employee] }),
      ...documents.map((id) => v2('DELETE', `/employee_documents/${id}`)),
    ])

    const items = await covered(hold.id)
    for (const [index, answer] of answers.entries()) {
      const { statusCode } = await v2('GET', `/employee_documents/${documents[index]}`)
      assert.deepEqual([answer.statusCode, statusCode], answer.statusCode === 204 ? [204, 404] : [409, 200])
      assert.equal(items.includes(`employee_document ${documents[index]}`), statusCode === 200)
    }
  })

  test('released at once by many: once', async () => {
    const { document } = await aFolder()
    const { id } = await placed({ document_ids: [document] })
    const answers = await Promise.all(Array.from({ length: 5 }, () => release(id)))
    assert.deepEqual(answers.map((one) => one.statusCode).toSorted(), [200, 400, 400, 400, 400])
    assert.deepEqual(await eventsOf(db, id), ['legal_hold.created', 'legal_hold.deleted'])
  })
})
