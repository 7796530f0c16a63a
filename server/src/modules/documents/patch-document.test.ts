import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LegalHold } from '#modules/governance/holds/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, unique } from '#test/harness/builders.ts'
import { anEmployee, anOrganization, eventsOf } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { BOTH_KINDS, eventsWithData, filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { patchDocument } from './patch-document.ts'
import type { Document } from './schemas.ts'

const service = await startApp()
const { v2, db, doWork, clock } = service
const { aDocument, at } = filingCalls(service)

const patch = (document: Pick<Document, 'kind' | 'id'>, body: object) => v2('PATCH', at(document), { body })
const read = async (document: Pick<Document, 'kind' | 'id'>): Promise<Document> =>
  (await v2('GET', at(document))).json()

/** All that there is of a document, to show that nothing moved. */
async function stateOf(document: Pick<Document, 'kind' | 'id'>) {
  return { document: await read(document), events: await eventsOf(db, document.id) }
}

const ATTRIBUTES = {
  metas: [
    { code: 'month', type: 'integer', required: true },
    { code: 'remark', type: 'string' },
  ],
  filters: [{ code: 'site', type: 'list', values: ['Lyon', 'Paris'] }],
}

for (const kind of BOTH_KINDS) {
  /** A document that says something in every field. */
  async function aFullDocument() {
    const lyon = await anOrganization(service)
    const paris = await anOrganization(service)
    const document_type_code = await aDocumentType(service, { kind, ...ATTRIBUTES })
    const employee =
      kind === 'employee' ? { employee_technical_id: await anEmployee(service, { organizations: [lyon, paris] }) } : {}
    const document = await aDocument(kind, {
      document_type_code,
      organization_codes: [lyon],
      external_unique_id: unique('ext'),
      date: '2024-01-31',
      document_type_metas: { month: 1 },
      document_type_filters: { site: 'Lyon' },
      api_uploader_name: 'Payroll',
      ...employee,
    })
    return { document, lyon, paris }
  }

  describe(`PATCH /${kind}_documents/{id}`, () => {
    const changes: Record<string, { body: object; shows?: Partial<Document> }> = {
      title: { body: { title: 'Renamed' } },
      date: { body: { date: '2024-06-30T10:00+02:00' }, shows: { date: '2024-06-30T08:00:00+00:00' } },
      'a plain date': { body: { date: '2024-06-30' }, shows: { date: '2024-06-30T00:00:00+00:00' } },
      metas: { body: { document_type_metas: { month: 2, remark: 'late' } } },
      filters: { body: { document_type_filters: { site: 'Paris' } } },
      'no filters any more': { body: { document_type_filters: {} } },
      api_uploader_name: { body: { api_uploader_name: 'Portal' } },
      'no api_uploader_name any more': { body: { api_uploader_name: null } },
      'no external_unique_id any more': { body: { external_unique_id: null } },
      'a reference in place of the unique id': { body: { external_unique_id: null, external_reference: 'ref' } },
      legal_hold: { body: { legal_hold: true } },
    }
    for (const [what, { body, shows = body }] of Object.entries(changes)) {
      test(`200 changes ${what}, and nothing else`, async () => {
        const { document } = await aFullDocument()
        clock.advance(5)

        const answer = await patch(document, body)

        const { updated_at, ...rest } = answer.json()
        const { updated_at: before, ...kept } = { ...document, ...shows }
        assert.equal(answer.statusCode, 200)
        assert.deepEqual(rest, kept)
        assert.ok(updated_at > before)
        assert.deepEqual(await read(document), answer.json())
        const told = await eventsWithData(service, document.id)
        assert.deepEqual(told[1], { type: `${kind}_document.updated`, data: answer.json() })
      })
    }

    test('200 files it under other organizations, in their order, each once', async () => {
      const { document, lyon, paris } = await aFullDocument()

      const answer = await patch(document, { organization_codes: [paris, lyon, paris] })

      assert.deepEqual(answer.json().organization_codes, [paris, lyon])
      assert.deepEqual((await read(document)).organization_codes, [paris, lyon])
      assert.deepEqual(await eventsOf(db, document.id), [`${kind}_document.created`, `${kind}_document.updated`])
    })

    test('200 changes the order of the organizations', async () => {
      const { document, lyon, paris } = await aFullDocument()
      await patch(document, { organization_codes: [paris, lyon] })

      const answer = await patch(document, { organization_codes: [lyon, paris] })

      assert.deepEqual(answer.json().organization_codes, [lyon, paris])
      assert.deepEqual(await read(document), answer.json())
    })

    test('200 gives it an external_unique_id, which takes the place of the reference', async () => {
      const document = await aDocument(kind, { external_reference: 'ref' })
      const external_unique_id = unique('ext')

      const given = (await patch(document, { external_unique_id })).json()
      const ignored = (await patch(document, { external_reference: 'other' })).json()
      const taken = (await patch(document, { external_unique_id: null })).json()

      assert.deepEqual(
        [given, ignored, taken].map((one) => [one.external_unique_id, one.external_reference]),
        [
          [external_unique_id, null],
          [external_unique_id, null],
          [null, null],
        ],
      )
    })

    test('200 gives an external_unique_id on that another document had before', async () => {
      const external_unique_id = unique('ext')
      const one = await aDocument(kind, { external_unique_id })
      const other = await aDocument(kind)

      await patch(one, { external_unique_id: null })
      const answer = await patch(other, { external_unique_id })

      assert.deepEqual([answer.statusCode, answer.json().external_unique_id], [200, external_unique_id])
    })

    test('200 without a change moves nothing and emits nothing', async () => {
      const { document } = await aFullDocument()
      const before = await stateOf(document)
      clock.advance(5)
      const { title, date, document_type_id, document_type_code, organization_codes, legal_hold } = document
      const { document_type_metas, document_type_filters, api_uploader_name, external_unique_id } = document
      const same = {
        title,
        date,
        document_type_code,
        organization_codes,
        legal_hold,
        document_type_metas,
        document_type_filters,
        api_uploader_name,
        external_unique_id,
      }

      const answers = [
        await patch(document, {}),
        await patch(document, { id: 'x', kind: 'x', trashed: true, filename: 'x', sha256: 'x' }),
        await patch(document, same),
        await patch(document, { document_type_id: String(document_type_id), date: '2024-01-31T01:00+01:00' }),
        await patch(document, { organization_codes: [...organization_codes, ...organization_codes] }),
      ]

      for (const answer of answers) {
        assert.equal(answer.statusCode, 200)
        assert.deepEqual(answer.json(), document)
      }
      assert.deepEqual(await stateOf(document), before)
    })

    test('200 moves it to another type of its kind, whose rules it keeps', async () => {
      const { document } = await aFullDocument()
      const document_type_code = await aDocumentType(service, { kind, metas: [{ code: 'level', type: 'string' }] })

      const refused = await patch(document, { document_type_code })
      const moved = await patch(document, {
        document_type_code,
        document_type_metas: { level: 'A' },
        document_type_filters: {},
      })

      assert.equal(refused.statusCode, 422)
      assert.deepEqual(refused.json().errors, [
        {
          field: 'document_type_metas.month',
          code: 'unknown_meta',
          message: 'Meta month not found in this document type.',
        },
        {
          field: 'document_type_filters.site',
          code: 'unknown_filter',
          message: 'Filter site not found in this document type.',
        },
      ])
      const { id } = (await v2('GET', `/document_types/${document_type_code}`)).json()
      assert.deepEqual([moved.json().document_type_code, moved.json().document_type_id], [document_type_code, id])
      assert.deepEqual(await read(document), moved.json())
    })

    test('422 for a type of the other kind, one that is not there, and one that does not take its file', async () => {
      const other = kind === 'employee' ? 'company' : 'employee'
      const document = await aDocument(kind)
      const before = await stateOf(document)
      const wrong = await aDocumentType(service, { kind: other })
      const narrow = await aDocumentType(service, { kind, allowed_extensions: ['txt'] })

      const answers = [
        await patch(document, { document_type_code: wrong }),
        await patch(document, { document_type_code: 'nosuch' }),
        await patch(document, { document_type_id: 2_147_483_647 }),
        await patch(document, { document_type_code: narrow }),
      ]

      const message = `This is a type of ${other} documents.`
      assert.deepEqual(
        answers.map((one) => one.json().errors[0]),
        [
          { field: 'document_type_code', code: 'wrong_kind', message },
          {
            field: 'document_type_code',
            code: 'unknown_document_type',
            message: 'Document type nosuch not found.',
          },
          {
            field: 'document_type_id',
            code: 'unknown_document_type',
            message: 'Document type 2147483647 not found.',
          },
          {
            field: 'document_type_code',
            code: 'extension_not_allowed',
            message: 'Files of this type must end in .txt.',
          },
        ],
      )
      for (const answer of answers) assert.equal(answer.statusCode, 422)
      assert.deepEqual(await stateOf(document), before)
    })

    const noText = { code: 'wrong_type', message: 'This must be a string.' }
    const refusals: [what: string, body: object, errors: object[]][] = [
      ['no title', { title: null }, [{ field: 'title', ...noText }]],
      [
        'an empty title',
        { title: '' },
        [{ field: 'title', code: 'too_short', message: 'This must have at least 1 character.' }],
      ],
      [
        'no date',
        { date: '2024-02-30' },
        [
          {
            field: 'date',
            code: 'invalid_date',
            message: 'This is not a valid date or date-time (expected YYYY-MM-DD or ISO 8601 with an offset).',
          },
        ],
      ],
      [
        'a hold that is a text',
        { legal_hold: 'true' },
        [{ field: 'legal_hold', code: 'wrong_type', message: 'This must be a boolean.' }],
      ],
      [
        'no organizations',
        { organization_codes: [] },
        [{ field: 'organization_codes', code: 'too_short', message: 'This must have at least 1 item.' }],
      ],
      [
        'organizations that are not there',
        { organization_codes: ['nowhere'] },
        [
          {
            field: 'organization_codes.0',
            code: 'unknown_organization',
            message: 'Organization nowhere not found.',
          },
        ],
      ],
      [
        'metas against the type, all at once',
        { document_type_metas: { month: 'May', level: 1 }, document_type_filters: { site: 'Nice' } },
        [
          { field: 'document_type_metas.month', code: 'wrong_value', message: 'This must be an integer.' },
          {
            field: 'document_type_metas.level',
            code: 'unknown_meta',
            message: 'Meta level not found in this document type.',
          },
          { field: 'document_type_filters.site', code: 'wrong_value', message: 'This must be one of Lyon, Paris.' },
        ],
      ],
      [
        'metas without what is required',
        { document_type_metas: {} },
        [
          {
            field: 'document_type_metas.month',
            code: 'required',
            message: 'This is required for documents of this type.',
          },
        ],
      ],
    ]
    for (const [what, body, errors] of refusals) {
      test(`422 for ${what}; what else is given does not change either`, async () => {
        const { document } = await aFullDocument()
        const before = await stateOf(document)

        const answer = await patch(document, { api_uploader_name: 'Lost', ...body })

        assert.equal(answer.statusCode, 422)
        assert.deepEqual(answer.json(), { code: 'validation_error', message: 'Validation failed', errors })
        assert.deepEqual(await stateOf(document), before)
      })
    }

    test('422 for an external_unique_id that a document of either kind has, and nothing changes', async () => {
      const one = await aDocument('employee', { external_unique_id: unique('ext') })
      const other = await aDocument(kind)
      const before = await stateOf(other)

      const answer = await patch(other, { title: 'Lost', external_unique_id: one.external_unique_id })

      assert.equal(answer.statusCode, 422)
      assert.deepEqual(answer.json().errors, [
        {
          field: 'external_unique_id',
          code: 'taken',
          message: `Another document has the external_unique_id ${one.external_unique_id}.`,
        },
      ])
      assert.deepEqual(await stateOf(other), before)
    })

    test('200 does not check again what it has, when its type has other rules by now', async () => {
      const { document } = await aFullDocument()
      const metas = [{ code: 'year', type: 'integer', required: true }]
      await v2('PATCH', `/document_types/${document.document_type_code}`, {
        body: { metas, filters: [], allowed_extensions: ['txt'] },
      })

      const renamed = await patch(document, { title: 'Renamed', document_type_filters: {} })
      const refused = await patch(document, { document_type_metas: { month: 2 } })

      assert.equal(renamed.statusCode, 200)
      assert.deepEqual(renamed.json().document_type_metas, { month: 1 })
      const fields = refused.json().errors.map((error: { field: string }) => error.field)
      assert.deepEqual(fields, ['document_type_metas.month', 'document_type_metas.year'])
    })

    test('200 puts a hold on it and takes it off, each told once beside the update', async () => {
      const document = await aDocument(kind)

      for (const legal_hold of [true, true, false, false]) {
        const answer = await patch(document, { legal_hold })

        assert.deepEqual([answer.statusCode, answer.json().legal_hold], [200, legal_hold])
      }

      const told = await eventsWithData(service, document.id)
      const holds = [told[2]?.data, told[4]?.data] as LegalHold[]
      assert.deepEqual(
        told.map((one) => one.type),
        [
          `${kind}_document.created`,
          `${kind}_document.updated`,
          'legal_hold.created',
          `${kind}_document.updated`,
          'legal_hold.deleted',
        ],
      )
      assert.equal(new Set(holds.map(({ id }) => id)).size, 1)
      assert.deepEqual(
        holds.map((hold) => [hold.kind, hold.status, hold.document_id, hold.document_kind]),
        [
          ['document', 'open', document.id, kind],
          ['document', 'released', document.id, kind],
        ],
      )
    })

    test('200 changes a document that is held, and one in the trash', async () => {
      const held = await aDocument(kind)
      const trashed = await aDocument(kind)
      await patch(held, { legal_hold: true })
      await v2('PUT', `${at(trashed)}/trash`)

      const answers = [await patch(held, { title: 'Renamed' }), await patch(trashed, { title: 'Renamed' })]

      assert.partialDeepStrictEqual(
        answers.map((one) => one.json()),
        [
          { title: 'Renamed', legal_hold: true, trashed: false },
          { title: 'Renamed', legal_hold: false, trashed: true },
        ],
      )
    })

    test('200 is found by what it is called now, and not by what it was called', async () => {
      const before = unique('old')
      const after = unique('new')
      const document = await aDocument(kind, { title: before })

      await patch(document, { title: after })

      const found = async (q: string) => (await v2('GET', `/${kind}_documents?q=${q}`)).json().length
      assert.deepEqual([await found(before), await found(after)], [0, 1])
    })
  })
}

describe('PATCH /employee_documents/{id}', () => {
  test('422 for organizations that are not the employee’s; former ones are', async () => {
    const own = await anOrganization(service)
    const former = await anOrganization(service)
    const other = await anOrganization(service)
    const registered = (organization_code: string, active: boolean) => ({
      organization_code,
      employee_number: unique('n'),
      active,
    })
    const employee_technical_id = await anEmployee(service, {
      registrations: [registered(own, true), registered(former, false)],
    })
    const document = await aDocument('employee', { employee_technical_id })

    const taken = await patch(document, { organization_codes: [former] })
    const refused = await patch(document, { organization_codes: [own, other] })

    assert.deepEqual(taken.json().organization_codes, [former])
    assert.deepEqual(refused.json().errors, [
      {
        field: 'organization_codes.1',
        code: 'not_of_employee',
        message: `The employee does not belong to the organization ${other}.`,
      },
    ])
  })

  test('200 keeps its organizations when the employee has left them since', async () => {
    const before = await anOrganization(service)
    const now = await anOrganization(service)
    const employee_technical_id = await anEmployee(service, { organizations: [before] })
    const document = await aDocument('employee', { employee_technical_id })
    await anEmployee(service, { technical_id: employee_technical_id, organizations: [now] })

    const answer = await patch(document, { title: 'Renamed' })

    assert.deepEqual([answer.statusCode, answer.json().organization_codes], [200, [before]])
  })
})

describe('patchDocument', () => {
  test('leaves neither a change nor an event when a later step of the work fails', async () => {
    const document = await aDocument('company')
    const before = await stateOf(document)
    const other = await anOrganization(service)

    const work = doWork(acme, async (one) => {
      await patchDocument(one, 'company', document.id, { legal_hold: true, organization_codes: [other] })
      throw new Error('later')
    })

    await assert.rejects(work, /later/)
    assert.deepEqual(await stateOf(document), before)
  })
})
