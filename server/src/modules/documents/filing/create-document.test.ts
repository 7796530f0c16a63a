import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Kind } from '#modules/documents/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import {
  ATTRIBUTES,
  BOTH_KINDS,
  eventsWithData,
  filingCalls,
  GIVEN,
} from '#test/harness/features/documents/filing-calls.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { createDocument } from './create-document.ts'

const DAY_SECONDS = 24 * 60 * 60
const service = await startApp()
const { v2, db, doWork, blobs, clock } = service
const { aDocument, aPlace, anUpload, at } = filingCalls(service)

const post = (kind: Kind, body: object) => v2('POST', `/${kind}_documents`, { body })
const countDocuments = async () =>
  Number((await db.selectFrom('documents').select(db.fn.countAll().as('count')).executeTakeFirstOrThrow()).count)
const typeIdOf = async (code: string) => (await v2('GET', `/document_types/${code}`)).json().id as number

describe('POST /employee_documents', () => {
  test('201 files a document with everything that is given; it reads the same, and so does its event', async () => {
    const lyon = await anOrganization(service)
    const paris = await anOrganization(service)
    const employee_technical_id = await anEmployee(service, { organizations: [lyon, paris] })
    const document_type_code = await aDocumentType(service, { kind: 'employee', ...ATTRIBUTES })
    const file = aPdf(unique('said'), { pages: 3 })
    const external_unique_id = unique('ext')

    const answer = await post('employee', {
      title: 'Contrat de Zoé',
      upload_id: await anUpload({ file, filename: 'Contrat.PDF' }),
      document_type_code,
      employee_technical_id,
      organization_codes: [paris, lyon, paris],
      external_unique_id,
      date: '2024-03-31T09:30+02:00',
      api_uploader_name: 'Payroll',
      ...GIVEN,
    })

    const { id, created_at, ...rest } = answer.json()
    assert.equal(answer.statusCode, 201)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/)
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    assert.deepEqual(rest, {
      title: 'Contrat de Zoé',
      kind: 'employee',
      document_type_id: await typeIdOf(document_type_code),
      document_type_code,
      employee_technical_id,
      organization_codes: [paris, lyon],
      external_unique_id,
      external_reference: null,
      date: '2024-03-31T07:30:00+00:00',
      ...GIVEN,
      api_uploader_name: 'Payroll',
      filename: 'Contrat.PDF',
      content_type: 'application/pdf',
      size: file.length,
      sha256: createHash('sha256').update(file).digest('hex'),
      page_count: 3,
      origin: 'api',
      linked_to_vault: true,
      trashed: false,
      trashed_at: null,
      legal_hold: false,
      updated_at: created_at,
    })
    assert.deepEqual((await v2('GET', at(answer.json()))).json(), answer.json())
    assert.deepEqual(await eventsWithData(service, id), [{ type: 'employee_document.created', data: answer.json() }])
  })

  test('201 with as little as there may be has its defaults', async () => {
    const place = await aPlace('employee', {}, 'payroll')

    const before = clock.now()
    const answer = await post('employee', { title: 'A', upload_id: await anUpload({ file: 'a,b\n' }), ...place })

    const { date, created_at, ...rest } = answer.json()
    assert.equal(date, created_at)
    assert.ok(Math.abs(Date.parse(date) - before.getTime()) < 5000)
    assert.partialDeepStrictEqual(rest, {
      external_unique_id: null,
      external_reference: null,
      document_type_metas: {},
      document_type_filters: {},
      organization_codes: [],
      api_uploader_name: null,
      page_count: null,
    })
  })

  test('201 names the type by its number too, also as a text; the code wins', async () => {
    const wanted = await aDocumentType(service)
    const other = await aDocumentType(service)
    const id = await typeIdOf(wanted)
    const otherId = await typeIdOf(other)
    const rest = { title: 'A', upload_id: await anUpload(), employee_technical_id: await anEmployee(service) }

    const answers = [
      await post('employee', { ...rest, document_type_id: id }),
      await post('employee', { ...rest, document_type_id: String(id) }),
      await post('employee', { ...rest, document_type_id: otherId, document_type_code: wanted }),
    ]

    for (const answer of answers) {
      const { document_type_id, document_type_code } = answer.json()
      assert.deepEqual([answer.statusCode, document_type_id, document_type_code], [201, id, wanted])
    }
  })

  test('201 without organizations: the active ones of an employee who is there, all of one who left', async () => {
    const active = await anOrganization(service)
    const former = await anOrganization(service)
    const last = await anOrganization(service)
    const registered = (organization_code: string, isActive: boolean) => ({
      organization_code,
      employee_number: unique('n'),
      active: isActive,
    })
    const current = await anEmployee(service, { registrations: [registered(former, false), registered(active, true)] })
    const gone = await anEmployee(service, { registrations: [registered(former, false), registered(last, false)] })

    const filed = [
      await aDocument('employee', { employee_technical_id: current }),
      await aDocument('employee', { employee_technical_id: gone }),
      await aDocument('employee', { employee_technical_id: current, organization_codes: [former] }),
    ]

    assert.deepEqual(
      filed.map((one) => one.organization_codes),
      [[active], [former, last], [former]],
    )
  })

  test('422 for an organization that is not the employee’s, and for one that is not there, by its place', async () => {
    const own = await anOrganization(service)
    const other = await anOrganization(service)
    const employee_technical_id = await anEmployee(service, { organizations: [own] })
    const place = await aPlace('employee', { employee_technical_id }, 'payroll')

    const organization_codes = [own, other, 'nowhere']
    const answer = await post('employee', { title: 'A', upload_id: await anUpload(), ...place, organization_codes })

    assert.equal(answer.statusCode, 422)
    assert.deepEqual(answer.json().errors, [
      {
        field: 'organization_codes.2',
        code: 'unknown_organization',
        message: 'Organization nowhere not found.',
      },
      {
        field: 'organization_codes.1',
        code: 'not_of_employee',
        message: `The employee does not belong to the organization ${other}.`,
      },
    ])
  })

  test('422 for an employee who is not there, was deleted, or is another client’s', async () => {
    const deleted = await anEmployee(service)
    const foreign = await anEmployee(service, { owner: globex })
    await v2('DELETE', `/employees/${deleted}`)
    const place = await aPlace('employee', {}, 'payroll')

    for (const employee_technical_id of ['nobody', deleted, foreign]) {
      const body = { title: 'A', upload_id: await anUpload(), ...place, employee_technical_id }
      const answer = await post('employee', body)

      const message = `Employee ${employee_technical_id} not found.`
      assert.equal(answer.statusCode, 422)
      assert.deepEqual(answer.json().errors, [{ field: 'employee_technical_id', code: 'unknown_employee', message }])
    }
  })
})

describe('POST /company_documents', () => {
  test('201 files a document under organizations, in their order, and not in a vault', async () => {
    const lyon = await anOrganization(service)
    const paris = await anOrganization(service)
    const document_type_code = await aDocumentType(service, { kind: 'company', ...ATTRIBUTES })

    const upload_id = await anUpload()
    const organization_codes = [paris, lyon, paris]
    const answer = await post('company', {
      title: 'Statutes',
      upload_id,
      document_type_code,
      organization_codes,
      external_reference: 'ref-1',
      ...GIVEN,
    })

    assert.equal(answer.statusCode, 201)
    assert.partialDeepStrictEqual(answer.json(), {
      kind: 'company',
      employee_technical_id: null,
      organization_codes: [paris, lyon],
      linked_to_vault: false,
      external_unique_id: null,
      external_reference: 'ref-1',
      ...GIVEN,
    })
    assert.deepEqual((await v2('GET', at(answer.json()))).json(), answer.json())
    assert.deepEqual(await eventsWithData(service, answer.json().id), [
      { type: 'company_document.created', data: answer.json() },
    ])
  })

  test('422 without organizations, with none, and with those of another client', async () => {
    const { document_type_code } = await aPlace('company', {}, 'payroll')
    const foreign = await anOrganization(service, { owner: globex })
    const body = { title: 'A', upload_id: await anUpload(), document_type_code }

    const answers = [
      await post('company', body),
      await post('company', { ...body, organization_codes: [] }),
      await post('company', { ...body, organization_codes: [foreign] }),
    ]

    assert.deepEqual(
      answers.flatMap((one) => one.json().errors),
      [
        { field: 'organization_codes', code: 'required', message: 'This field is required.' },
        { field: 'organization_codes', code: 'too_short', message: 'This must have at least 1 item.' },
        {
          field: 'organization_codes.0',
          code: 'unknown_organization',
          message: `Organization ${foreign} not found.`,
        },
      ],
    )
  })
})

for (const kind of BOTH_KINDS) {
  describe(`POST /${kind}_documents`, () => {
    test('201 twice from one upload: two documents of the same bytes', async () => {
      const place = await aPlace(kind, {}, 'payroll')
      const upload_id = await anUpload({ file: aPdf(unique('twice')) })

      const answers = [
        await post(kind, { title: 'A', upload_id, ...place }),
        await post(kind, { title: 'A', upload_id, ...place }),
      ]

      const [one, other] = answers.map((answer) => answer.json())
      assert.deepEqual([one.sha256, one.trashed], [other.sha256, false])
      assert.notEqual(one.id, other.id)
    })

    test('201 keeps only the unique id when an external reference is given too; null stands for none', async () => {
      const external_unique_id = unique('ext')

      const both = await aDocument(kind, { external_unique_id, external_reference: 'ref' })
      const none = await aDocument(kind, {
        external_unique_id: null,
        external_reference: null,
        api_uploader_name: null,
      })
      const reference = await aDocument(kind, { external_unique_id: null, external_reference: 'ref' })
      const again = await aDocument(kind, { external_reference: 'ref' })

      assert.deepEqual(
        [both, none, reference, again].map((one) => [one.external_unique_id, one.external_reference]),
        [
          [external_unique_id, null],
          [null, null],
          [null, 'ref'],
          [null, 'ref'],
        ],
      )
    })

    test('422 for an external_unique_id that a document of either kind has; another client may have it', async () => {
      const external_unique_id = unique('ext')
      await aDocument('employee', { external_unique_id })
      const place = await aPlace(kind, {}, 'payroll')
      const before = await countDocuments()

      const answer = await post(kind, { title: 'A', upload_id: await anUpload(), ...place, external_unique_id })
      const unmoved = await countDocuments()
      await aDocument(kind, { application: 'rival', external_unique_id })

      assert.equal(answer.statusCode, 422)
      assert.deepEqual(answer.json(), {
        code: 'validation_error',
        message: 'Validation failed',
        errors: [
          {
            field: 'external_unique_id',
            code: 'taken',
            message: `Another document has the external_unique_id ${external_unique_id}.`,
          },
        ],
      })
      assert.equal(unmoved, before)
    })

    test('201 in every form of a date, with or without a time and an offset', async () => {
      const place = await aPlace(kind, {}, 'payroll')
      const upload_id = await anUpload()
      const dates = {
        '2024-02-29': '2024-02-29T00:00:00+00:00',
        '2024-02-29T23:59': '2024-02-29T23:59:00+00:00',
        '2024-02-29T23:59:58': '2024-02-29T23:59:58+00:00',
        '2024-02-29T23:59:58.999Z': '2024-02-29T23:59:58+00:00',
        '2024-02-29T23:59-0430': '2024-03-01T04:29:00+00:00',
        '2024-02-29T00:10:00+14:00': '2024-02-28T10:10:00+00:00',
      }

      for (const [date, shown] of Object.entries(dates)) {
        const answer = await post(kind, { title: 'A', upload_id, ...place, date })

        assert.equal(answer.json().date, shown, date)
        assert.equal((await v2('GET', at(answer.json()))).json().date, shown, date)
      }
    })

    test('201 for everything at its longest', async () => {
      const longest = '🙂'.repeat(255)
      const document = await aDocument(kind, {
        title: longest,
        external_unique_id: unique('x').padEnd(255, 'é'),
        api_uploader_name: longest,
      })

      assert.deepEqual([document.title, document.api_uploader_name], [longest, longest])
    })

    test('422 for an upload that is not there, was another client’s or has expired, and nothing is filed', async () => {
      const place = await aPlace(kind, {}, 'payroll')
      const foreign = await anUpload({ application: 'rival' })
      const expired = await anUpload()
      await db
        .updateTable('uploads')
        .set({ expires_at: new Date(clock.now().getTime() - 1000) })
        .where('id', '=', expired)
        .execute()
      const before = await countDocuments()

      for (const upload_id of ['no upload', '01a1df9a-595c-7000-8000-0049b5b32185', foreign, expired]) {
        const answer = await post(kind, { title: 'A', ...place, upload_id })

        const message = `Upload ${upload_id} not found, or it has expired.`
        assert.equal(answer.statusCode, 422)
        assert.deepEqual(answer.json().errors, [{ field: 'upload_id', code: 'unknown_upload', message }])
      }
      assert.equal(await countDocuments(), before)
    })

    test('201 in the last moment of an upload, and the document outlives it', async () => {
      const upload_id = await anUpload({ file: 'last moment' })
      const place = await aPlace(kind, {}, 'payroll')
      await db
        .updateTable('uploads')
        .set({ expires_at: new Date(clock.now().getTime() + 60_000) })
        .where('id', '=', upload_id)
        .execute()

      const answer = await post(kind, { title: 'A', ...place, upload_id })
      await db.deleteFrom('uploads').where('id', '=', upload_id).execute()

      assert.equal(answer.statusCode, 201)
      assert.equal((await v2('GET', `${at(answer.json())}/file`)).body, 'last moment')
    })
  })
}

describe('createDocument', () => {
  test('leaves neither a document nor an event when a later step of the work fails', async () => {
    const { sha256 } = await aDocument('company')
    const place = await aPlace('company', {}, 'payroll')
    const file = { filename: 'a.pdf', content_type: 'application/pdf', sizeBytes: 1, sha256, page_count: null }
    let id = ''

    const work = doWork(acme, async (one) => {
      const input = { title: 'Lost', ...(place as { document_type_code: string; organization_codes: string[] }) }
      id = (await createDocument(one, input, file, { blobs, origin: 'portal', fileField: 'file' })).id
      throw new Error('later')
    })

    await assert.rejects(work, /later/)
    assert.equal((await v2('GET', at({ kind: 'company', id }))).statusCode, 404)
    assert.deepEqual(await eventsWithData(service, id), [])
  })

  test('keeps a document beyond the day of its upload', async () => {
    const document = await aDocument('company', { file: 'for long' })

    clock.advance(2 * DAY_SECONDS)

    assert.equal((await v2('GET', `${at(document)}/file`, { headers: { ...(await freshToken()) } })).body, 'for long')
  })
})

/** The one that was issued before has expired by now. */
async function freshToken(): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${await service.requestToken('payroll')}` }
}
