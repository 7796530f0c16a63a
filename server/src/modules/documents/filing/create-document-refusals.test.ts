import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Kind } from '#modules/documents/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { globex } from '#test/harness/builders.ts'
import { anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { ATTRIBUTES, BOTH_KINDS, filingCalls, GIVEN } from '#test/harness/features/documents/filing-calls.ts'

const service = await startApp()
const { v2, db } = service
const { aPlace, anUpload } = filingCalls(service)

const post = (kind: Kind, body: object) => v2('POST', `/${kind}_documents`, { body })
const countDocuments = async () =>
  Number((await db.selectFrom('documents').select(db.fn.countAll().as('count')).executeTakeFirstOrThrow()).count)

for (const kind of BOTH_KINDS) {
  describe(`POST /${kind}_documents`, () => {
    const tooLong = { code: 'too_long', message: 'This exceeds 255 characters.' }
    const noText = { code: 'wrong_type', message: 'This must be a string.' }
    const unclean = { code: 'invalid_text', message: 'This contains characters that cannot be stored.' }
    const noDate = {
      code: 'invalid_date',
      message: 'This is not a valid date or date-time (expected YYYY-MM-DD or ISO 8601 with an offset).',
    }
    const noObject = { code: 'wrong_type', message: 'This must be an object.' }
    const long = 'x'.repeat(256)
    const refusals: [field: string, value: unknown, error: { code: string; message: string }][] = [
      ['title', undefined, { code: 'required', message: 'This field is required.' }],
      ['title', null, noText],
      ['title', 7, noText],
      ['title', '', { code: 'too_short', message: 'This must have at least 1 character.' }],
      ['title', long, tooLong],
      ['title', 'a\u0000b', unclean],
      ['upload_id', undefined, { code: 'required', message: 'This field is required.' }],
      ['upload_id', 7, noText],
      ['document_type_code', undefined, { code: 'required', message: 'The document type is missing.' }],
      ['document_type_code', 7, noText],
      ['document_type_code', 'nosuch', { code: 'unknown_document_type', message: 'Document type nosuch not found.' }],
      ['external_unique_id', '', { code: 'too_short', message: 'This must have at least 1 character.' }],
      ['external_unique_id', long, tooLong],
      ['external_unique_id', 7, { code: 'wrong_type', message: 'This must be a string or null.' }],
      ['external_unique_id', 'a\ud800', unclean],
      ['external_reference', long, tooLong],
      ['external_reference', 'a\u0000', unclean],
      ['api_uploader_name', long, tooLong],
      ['api_uploader_name', true, { code: 'wrong_type', message: 'This must be a string or null.' }],
      ['date', '2024-02-30', noDate],
      ['date', '2023-02-29T10:00', noDate],
      ['date', '31/01/2024', noDate],
      ['date', '2024-01-31T24:00', noDate],
      ['date', '', noDate],
      ['date', null, noText],
      ['document_type_metas', [], noObject],
      ['document_type_metas', null, noObject],
      ['document_type_filters', 'x', noObject],
      ['organization_codes', 'x', { code: 'wrong_type', message: 'This must be an array.' }],
    ]
    for (const [field, value, error] of refusals) {
      const shown = value === long ? 'a text of 256 characters' : (JSON.stringify(value) ?? 'nothing')
      test(`422 for ${field}: ${shown}`, async () => {
        const place = await aPlace(kind, {}, 'payroll')
        const upload_id = await anUpload()

        const answer = await post(kind, { title: 'A', upload_id, ...place, [field]: value })

        assert.equal(answer.statusCode, 422)
        assert.deepEqual(answer.json().errors, [{ field, ...error }])
      })
    }

    for (const document_type_id of [1e20, 1e21, -1e20, 2 ** 63]) {
      test(`422 for the type number ${document_type_id}`, async () => {
        const { document_type_code: _, ...place } = await aPlace(kind, {}, 'payroll')
        const body = { title: 'A', upload_id: await anUpload(), ...place, document_type_id }

        const answer = await v2('POST', `/${kind}_documents`, { body })

        assert.equal(answer.statusCode, 422, answer.body)
        assert.equal(answer.json().errors[0].field, 'document_type_id')
      })
    }

    for (const date of ['0001-01-01T00:00+10:00', '9999-12-31T23:59-10:00']) {
      test(`422 for ${date}, which is in no year of four digits`, async () => {
        const body = { title: 'A', upload_id: await anUpload(), ...(await aPlace(kind, {}, 'payroll')), date }

        const answer = await v2('POST', `/${kind}_documents`, { body })

        assert.equal(answer.statusCode, 422)
        assert.equal(answer.json().errors[0].code, 'invalid_date')
      })
    }

    test('422 names every field that is wrong at once', async () => {
      const answer = await post(kind, { title: '', date: 'x', organization_codes: [''] })

      assert.equal(answer.statusCode, 422)
      const fields = answer.json().errors.map((one: { field: string }) => one.field)
      const missing = kind === 'employee' ? ['employee_technical_id', 'upload_id'] : ['upload_id']
      assert.deepEqual(fields.toSorted(), ['date', ...missing, 'organization_codes.0', 'title'].toSorted())
    })

    const wrongAttributes: [what: string, given: object, errors: object[]][] = [
      [
        'what is required and missing',
        { document_type_metas: {}, document_type_filters: {} },
        [
          ['document_type_metas.signed_on', 'required', 'This is required for documents of this type.'],
          ['document_type_filters.site', 'required', 'This is required for documents of this type.'],
        ],
      ],
      [
        'what the type does not have',
        {
          document_type_metas: { ...GIVEN.document_type_metas, site: 'x' },
          document_type_filters: { ...GIVEN.document_type_filters, level: 'A' },
        },
        [
          ['document_type_metas.site', 'unknown_meta', 'Meta site not found in this document type.'],
          ['document_type_filters.level', 'unknown_filter', 'Filter level not found in this document type.'],
        ],
      ],
      [
        'what has no value',
        { document_type_metas: { signed_on: null, remark: '' }, document_type_filters: { site: '' } },
        [
          ['document_type_metas.signed_on', 'empty', 'This must not be empty.'],
          ['document_type_metas.remark', 'empty', 'This must not be empty.'],
          ['document_type_filters.site', 'empty', 'This must not be empty.'],
        ],
      ],
      [
        'values of the wrong type',
        {
          document_type_metas: { signed_on: '2024-02-30', level: 'C', pages: '3', remark: 7 },
          document_type_filters: { year: 2023, site: ['Lyon'] },
        },
        [
          ['document_type_metas.signed_on', 'invalid_date', 'This is not a valid date (expected YYYY-MM-DD).'],
          ['document_type_metas.level', 'wrong_value', 'This must be one of A, B.'],
          ['document_type_metas.pages', 'wrong_value', 'This must be an integer.'],
          ['document_type_metas.remark', 'wrong_value', 'This must be a string.'],
          ['document_type_filters.year', 'wrong_value', 'This must be one of 2024, 2025.'],
          ['document_type_filters.site', 'wrong_value', 'This must be a string.'],
        ],
      ],
      [
        'values that cannot be kept',
        {
          document_type_metas: { signed_on: '2024-02-29T10:00', pages: 2 ** 53, remark: 'x'.repeat(1001) },
          document_type_filters: { site: 'a\u0000' },
        },
        [
          ['document_type_metas.signed_on', 'invalid_date', 'This is not a valid date (expected YYYY-MM-DD).'],
          ['document_type_metas.pages', 'wrong_value', 'This must be an integer.'],
          ['document_type_metas.remark', 'wrong_value', 'This exceeds 1000 characters.'],
          ['document_type_filters.site', 'wrong_value', 'This contains characters that cannot be stored.'],
        ],
      ],
    ].map(([what, given, errors]) => [
      what as string,
      given as object,
      (errors as string[][]).map(([field, code, message]) => ({ field, code, message })),
    ])
    for (const [what, given, errors] of wrongAttributes) {
      test(`422 for metas and filters: ${what}`, async () => {
        const document_type_code = await aDocumentType(service, { kind, ...ATTRIBUTES })
        const place = await aPlace(kind, { document_type_code }, 'payroll')

        const answer = await post(kind, { title: 'A', upload_id: await anUpload(), ...place, ...given })

        assert.equal(answer.statusCode, 422)
        assert.deepEqual(answer.json().errors, errors)
      })
    }

    test('422 for a file whose name does not end as the type wants; case does not matter', async () => {
      const document_type_code = await aDocumentType(service, { kind, allowed_extensions: ['pdf', 'docx'] })
      const place = await aPlace(kind, { document_type_code }, 'payroll')

      const answers = []
      for (const filename of ['a.txt', 'pdf', 'a.pdf.exe', 'a.PDF', 'b.docx']) {
        answers.push(await post(kind, { title: 'A', ...place, upload_id: await anUpload({ filename }) }))
      }

      const message = 'Files of this type must end in .pdf, .docx.'
      const error = { field: 'upload_id', code: 'extension_not_allowed', message }
      assert.deepEqual(
        answers.map((one) => one.json().errors),
        [[error], [error], [error], undefined, undefined],
      )
    })

    test('422 for a type of the other kind, or of another client', async () => {
      const other = kind === 'employee' ? 'company' : 'employee'
      const wrong = await aDocumentType(service, { kind: other })
      const foreign = await aDocumentType(service, { kind, owner: globex })
      const place = {
        ...(await aPlace(kind, {}, 'payroll')),
        title: 'A',
        upload_id: await anUpload(),
        organization_codes: [] as string[],
      }
      if (kind === 'company') place.organization_codes.push(await anOrganization(service))
      const before = await countDocuments()

      const one = await post(kind, { ...place, document_type_code: wrong })
      const two = await post(kind, { ...place, document_type_code: foreign })

      assert.deepEqual([one.statusCode, two.statusCode], [422, 422])
      const message = `This is a type of ${other} documents.`
      assert.deepEqual(one.json().errors[0], { field: 'document_type_code', code: 'wrong_kind', message })
      assert.deepEqual(two.json().errors, [
        {
          field: 'document_type_code',
          code: 'unknown_document_type',
          message: `Document type ${foreign} not found.`,
        },
      ])
      assert.equal(await countDocuments(), before)
    })
  })
}
