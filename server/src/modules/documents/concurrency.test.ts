import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { anOrganization, eventsOf } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { BOTH_KINDS, eventsWithData, filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import type { Document } from './schemas.ts'

const service = await startApp()
const { v2, db } = service
const { aDocument, aPlace, anUpload, at } = filingCalls(service)

type Answer = Awaited<ReturnType<typeof v2>>
const statusesOf = (answers: Answer[]) => answers.map((one) => one.statusCode).toSorted()
const times = <T>(count: number, step: (index: number) => T) => Array.from({ length: count }, (_, index) => step(index))
const patch = (document: Document, body: object) => v2('PATCH', at(document), { body })
const countOf = (types: string[], type: string) => types.filter((one) => one === type).length

for (const kind of BOTH_KINDS) {
  describe(`many calls about one of /${kind}_documents at once`, () => {
    test('PATCHes of different fields: all are kept, and each is told', async () => {
      const document = await aDocument(kind)
      const places = kind === 'company' ? [await anOrganization(service), await anOrganization(service)] : []
      const fields: object[] = [
        { title: 'Renamed' },
        { date: '2024-01-31' },
        { api_uploader_name: 'Portal' },
        { legal_hold: true },
        { external_unique_id: unique('ext') },
        ...(kind === 'company' ? [{ organization_codes: places }] : []),
      ]

      const answers = await Promise.all(fields.map((body) => patch(document, body)))

      const after = (await v2('GET', at(document))).json()
      assert.deepEqual(statusesOf(answers), Array(fields.length).fill(200))
      assert.partialDeepStrictEqual(after, { ...Object.assign({}, ...fields), date: '2024-01-31T00:00:00+00:00' })
      assert.equal(countOf(await eventsOf(db, document.id), `${kind}_document.updated`), fields.length)
    })

    test('10 PATCHes of one field: each answers its own, the last event says what it is in the end', async () => {
      const document = await aDocument(kind)

      const answers = await Promise.all(times(10, (index) => patch(document, { title: `name ${index}` })))

      const told = await eventsWithData(service, document.id)
      assert.deepEqual(
        answers.map((one) => [one.statusCode, one.json().title]),
        times(10, (index) => [200, `name ${index}`]),
      )
      assert.equal(told.length, 11)
      assert.deepEqual(told.at(-1)?.data, (await v2('GET', at(document))).json())
    })

    test('10 PATCHes that say the same: one is told', async () => {
      const document = await aDocument(kind)

      const answers = await Promise.all(times(10, () => patch(document, { legal_hold: true })))

      assert.deepEqual(new Set(answers.map((one) => one.body)).size, 1)
      assert.deepEqual(await eventsOf(db, document.id), [
        `${kind}_document.created`,
        `${kind}_document.updated`,
        'legal_hold.created',
      ])
    })

    test('trash, untrash and DELETE: no refusal but 404 after the deletion, and events in their order', async () => {
      for (let round = 0; round < 5; round += 1) {
        const document = await aDocument(kind)

        const answers = await Promise.all([
          ...times(3, () => v2('PUT', `${at(document)}/trash`)),
          ...times(3, () => v2('PUT', `${at(document)}/untrash`)),
          v2('DELETE', at(document)),
          v2('DELETE', at(document)),
        ])

        const events = await eventsOf(db, document.id)
        for (const answer of answers) assert.ok([200, 204, 404].includes(answer.statusCode), answer.body)
        assert.deepEqual(statusesOf(answers.slice(-2)), [204, 404])
        assert.equal((await v2('GET', at(document))).statusCode, 404)
        assert.deepEqual([events[0], events.at(-1)], [`${kind}_document.created`, `${kind}_document.deleted`])
        for (const [index, event] of events.slice(1, -1).entries()) {
          assert.equal(event, `${kind}_document.${index % 2 === 0 ? 'trashed' : 'restored'}`)
        }
      }
    })

    test('a hold against trash and DELETE: what is held in the end is there', async () => {
      for (let round = 0; round < 5; round += 1) {
        const document = await aDocument(kind)

        const [held, trashed, deleted] = await Promise.all([
          patch(document, { legal_hold: true }),
          v2('PUT', `${at(document)}/trash`),
          v2('DELETE', at(document)),
        ])

        const isThere = (await v2('GET', at(document))).statusCode === 200
        if (isThere) assert.deepEqual([held.statusCode, deleted.statusCode], [200, 409])
        else assert.deepEqual([held.statusCode === 200, deleted.statusCode], [false, 204])
        assert.ok([200, 404, 409].includes(trashed.statusCode), trashed.body)
      }
    })
  })

  describe(`one external_unique_id for many of /${kind}_documents at once`, () => {
    test('10 PATCHes: one wins, the others change nothing', async () => {
      const documents = []
      for (let count = 0; count < 10; count += 1) documents.push(await aDocument(kind))
      const external_unique_id = unique('ext')

      const answers = await Promise.all(documents.map((one) => patch(one, { external_unique_id, title: 'Won' })))

      const list = await v2('GET', `/${kind}_documents?external_unique_id=${external_unique_id}`)
      assert.deepEqual(statusesOf(answers), [200, ...Array(9).fill(422)])
      for (const answer of answers.filter((one) => one.statusCode === 422)) {
        assert.equal(answer.json().errors[0].code, 'taken')
      }
      assert.equal(list.json().length, 1)
      for (const [index, document] of documents.entries()) {
        const { title } = (await v2('GET', at(document))).json()
        assert.equal(title, answers[index]?.statusCode === 200 ? 'Won' : document.title)
      }
    })

    test('10 POSTs: one is filed', async () => {
      const place = await aPlace(kind, {}, 'payroll')
      const upload_id = await anUpload()
      const external_unique_id = unique('ext')
      const body = { title: 'A', upload_id, external_unique_id, ...place }

      const answers = await Promise.all(times(10, () => v2('POST', `/${kind}_documents`, { body })))

      assert.deepEqual(statusesOf(answers), [201, ...Array(9).fill(422)])
    })

    test('two that exchange theirs are both refused, and nothing hangs', async () => {
      for (let round = 0; round < 5; round += 1) {
        const one = await aDocument('employee', { external_unique_id: unique('ext') })
        const other = await aDocument('company', { external_unique_id: unique('ext') })

        const answers = await Promise.all([
          patch(one, { external_unique_id: other.external_unique_id }),
          patch(other, { external_unique_id: one.external_unique_id }),
        ])

        assert.deepEqual(statusesOf(answers), [422, 422])
      }
    })
  })
}

describe('DELETE /employees/{technical_id}/documents/{id}/link', () => {
  test('10 at once: one unlinks', async () => {
    const document = await aDocument('employee')
    const url = `/employees/${document.employee_technical_id}/documents/${document.id}/link`

    const answers = await Promise.all(times(10, () => v2('DELETE', url)))

    assert.deepEqual(statusesOf(answers), [204, ...Array(9).fill(404)])
    assert.deepEqual(await eventsOf(db, document.id), ['employee_document.created', 'employee_document.unlinked'])
  })
})

describe('an organization that is deleted while a document is filed under it', () => {
  test('either the one or the other is refused, as a conflict or by its field, and nothing fails', async () => {
    const upload_id = await anUpload()
    const document_type_code = await aDocumentType(service, { kind: 'company' })
    for (let round = 0; round < 15; round += 1) {
      const organization = await anOrganization(service)
      const body = { title: 'A', upload_id, document_type_code, organization_codes: [organization] }
      const calls = [
        () => v2('POST', '/company_documents', { body }),
        () => v2('DELETE', `/organizations/${organization}`),
      ]

      const answers = await Promise.all((round % 2 ? calls.toReversed() : calls).map((call) => call()))

      const statuses = answers.map((one) => one.statusCode).toSorted()
      assert.ok(['201,409', '204,422'].includes(statuses.join()), answers.map((one) => one.body).join())
    }
  })

  test('so is a PATCH that files it there', async () => {
    for (let round = 0; round < 15; round += 1) {
      const document = await aDocument('company')
      const organization = await anOrganization(service)
      const calls = [
        () => patch(document, { organization_codes: [organization] }),
        () => v2('DELETE', `/organizations/${organization}`),
      ]

      const answers = await Promise.all((round % 2 ? calls.toReversed() : calls).map((call) => call()))

      const statuses = answers.map((one) => one.statusCode).toSorted()
      assert.ok(['200,409', '204,422'].includes(statuses.join()), answers.map((one) => one.body).join())
    }
  })
})
