import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aHungryPdf } from '#platform/pdf/samples/pdf-samples.conformance.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { eventsOf } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { BOTH_KINDS, filingCalls } from '#test/harness/features/documents/filing-calls.ts'

const service = await startApp()
const { v2, db } = service
const { aDocument, aPlace, anUpload, at } = filingCalls(service)

const patch = (document: Parameters<typeof at>[0], body: object) => v2('PATCH', at(document), { body })

describe('PATCH /employee_documents/{id} of an employee who was deleted', () => {
  for (const body of [{ title: 'Renamed' }, { legal_hold: true }, { external_unique_id: unique('ext') }]) {
    test(`200 for ${Object.keys(body)}: the document is there, and so are its rules`, async () => {
      const document = await aDocument('employee')
      await v2('DELETE', `/employees/${document.employee_technical_id}`)

      const answer = await patch(document, body)

      assert.equal(answer.statusCode, 200, answer.body)
      assert.partialDeepStrictEqual(answer.json(), body)
    })
  }

  test('200 takes a hold off again, without which it could never be deleted', async () => {
    const document = await aDocument('employee')
    await patch(document, { legal_hold: true })
    await v2('DELETE', `/employees/${document.employee_technical_id}`)

    assert.equal((await patch(document, { legal_hold: false })).statusCode, 200)
    assert.equal((await v2('DELETE', at(document))).statusCode, 204)
  })
})

describe('the employee of a company document', () => {
  test('201 POST /company_documents takes what is only answered, of any kind, and ignores it', async () => {
    for (const employee_technical_id of ['nobody', 7, 'a\u0000b']) {
      const body = { title: 'A', upload_id: await anUpload(), ...(await aPlace('company', {}, 'payroll')) }

      const answer = await v2('POST', '/company_documents', { body: { ...body, employee_technical_id } })

      assert.equal(answer.statusCode, 201, answer.body)
      assert.equal(answer.json().employee_technical_id, null)
    }
  })

  test('400 GET /company_documents?employee_technical_id=, which would list those of everybody', async () => {
    for (const employee of ['nobody', '%00', 'a&employee_technical_id=b']) {
      const answer = await v2('GET', `/company_documents?employee_technical_id=${employee}`)

      assert.equal(answer.statusCode, 400, answer.body)
      assert.match(answer.json().message, /"employee_technical_id"/)
    }
  })
})

for (const kind of BOTH_KINDS) {
  const other = kind === 'employee' ? 'company' : 'employee'

  describe(`POST /${kind}_documents`, () => {
    test('422 for an upload without bytes: an empty file is refused', async () => {
      const upload_id = await anUpload({ file: '', filename: 'empty.txt' })
      const body = { title: 'A', upload_id, ...(await aPlace(kind, {}, 'payroll')) }

      const answer = await v2('POST', `/${kind}_documents`, { body })

      assert.equal(answer.statusCode, 422)
      assert.equal(answer.json().errors[0].field, 'upload_id')
    })

    test('422 for a type of the other kind blames the type, and nothing that this call does not have', async () => {
      const document_type_code = await aDocumentType(service, { kind: other })
      const place = await aPlace(kind, { document_type_code }, 'payroll')

      const answer = await v2('POST', `/${kind}_documents`, {
        body: { title: 'A', upload_id: await anUpload(), ...place },
      })

      const message = `This is a type of ${other} documents.`
      assert.deepEqual(answer.json().errors, [{ field: 'document_type_code', code: 'wrong_kind', message }])
    })
  })

  describe(`PATCH /${kind}_documents/{id}`, () => {
    test('422 for a type of the other kind blames the type, and nothing that was not given', async () => {
      const document = await aDocument(kind)
      const document_type_code = await aDocumentType(service, { kind: other })

      const answer = await patch(document, { document_type_code })

      const fields = answer.json().errors.map((one: { field: string }) => one.field)
      assert.deepEqual(fields, ['document_type_code'])
    })

    test('422 for a type that does not take the file names what was given', async () => {
      const document = await aDocument(kind)
      const code = await aDocumentType(service, { kind, allowed_extensions: ['txt'] })
      const { id } = (await v2('GET', `/document_types/${code}`)).json()

      const answer = await patch(document, { document_type_id: id })

      assert.equal(answer.json().errors[0].field, 'document_type_id')
    })

    test('200 with the date that it shows changes nothing, also when nobody gave it a date', async () => {
      const document = await aDocument(kind)

      const answer = await patch(document, { date: document.date })

      assert.deepEqual(answer.json(), document)
      assert.deepEqual(await eventsOf(db, document.id), [`${kind}_document.created`])
    })
  })

  describe(`GET /${kind}_documents`, () => {
    test('200 until the date that a document shows finds it', async () => {
      const { id, date, external_unique_id } = await aDocument(kind, { external_unique_id: unique('ext') })

      const query = new URLSearchParams({ external_unique_id: external_unique_id ?? '', date_until: date })
      const answer = await v2('GET', `/${kind}_documents?${query}`)

      assert.deepEqual(
        answer.json().map((one: { id: string }) => one.id),
        [id],
      )
    })
  })
}

describe('GET /employee_documents/{id}/preview', () => {
  test('404 no_preview for a PDF that asks for more memory than it gets', async () => {
    const document = await aDocument('employee', { file: aHungryPdf() })

    const answer = await v2('GET', `${at(document)}/preview`)

    assert.equal(answer.statusCode, 404, answer.body)
    assert.equal(answer.json().code, 'no_preview')
  })
})
