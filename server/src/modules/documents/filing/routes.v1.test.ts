import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { anApiKey, globex, unique } from '#test/harness/builders.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { documentTraces, rawForm } from '#test/harness/features/documents/traces.ts'
import { aPdf } from '#test/harness/files/pdf.ts'

const service = await startApp()
const { v2, db, clock } = service
const { upload, uploaded, read } = documentCalls(service)
const { leftBy, storedFiles } = documentTraces(service)

const lyon = await anOrganization(service)
const paris = await anOrganization(service)
const payslip = await aDocumentType(service)
const statutes = await aDocumentType(service, { kind: 'company' })
const marie = await anEmployee(service, { organizations: [lyon] })

const ofMarie = { document_type_code: payslip, employee_technical_id: marie }
const ofLyon = { document_type_code: statutes, organization_codes: [lyon] }
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const typeIdOf = async (code: string) => (await v2('GET', `/document_types/${code}`)).json().id as number

/** The organizations of a document of an employee. */
async function placesOf(data: object): Promise<string[]> {
  const id = await uploaded({ document_type_code: payslip, ...data })
  return (await read('employee', id)).organization_codes
}

describe('POST /api/v1/enterprise/documents/ files', () => {
  test('201 answers the id alone, and says that the call is deprecated', async () => {
    const answer = await upload({ title: 'May', ...ofMarie })

    assert.equal(answer.statusCode, 201)
    assert.deepEqual(Object.keys(answer.json()), ['id'])
    assert.match(answer.json().id, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/)
    assert.equal(answer.headers.deprecation, '@1625097600')
    assert.equal(answer.headers.sunset, 'Fri, 01 Jul 2022 00:00:00 GMT')
    assert.match(String(answer.headers.link), /^<http[^>]+\/docs>; rel="deprecation"/)
    assert.ok(answer.headers['x-request-id'])
  })

  test('201 an employee document with all that was said of it', async () => {
    const file = aPdf(unique('May'))
    const now = clock.now().getTime()

    const id = await uploaded({ title: 'Payslip été 🙂', ...ofMarie }, { file, filename: 'may.pdf' })

    const { created_at, updated_at, date, ...rest } = await read('employee', id)
    assert.deepEqual(rest, {
      id,
      title: 'Payslip été 🙂',
      kind: 'employee',
      document_type_code: payslip,
      document_type_id: await typeIdOf(payslip),
      employee_technical_id: marie,
      organization_codes: [lyon],
      external_unique_id: null,
      external_reference: null,
      document_type_metas: {},
      document_type_filters: {},
      api_uploader_name: null,
      filename: 'may.pdf',
      content_type: 'application/pdf',
      size: file.byteLength,
      sha256: sha256(file),
      page_count: 1,
      origin: 'api',
      linked_to_vault: true,
      trashed: false,
      trashed_at: null,
      legal_hold: false,
    })
    assert.deepEqual([updated_at, date], [created_at, created_at])
    assert.ok(Math.abs(Date.parse(created_at) - now) < 10_000)
  })

  test('201 a company document, also of a caller who names an employee: the type decides', async () => {
    for (const named of [{}, { employee_technical_id: marie }, { employee_technical_id: 'nobody' }]) {
      const id = await uploaded({ ...ofLyon, ...named })

      const { kind, employee_technical_id, organization_codes, linked_to_vault } = await read('company', id)
      assert.deepEqual(
        { kind, employee_technical_id, organization_codes, linked_to_vault },
        { kind: 'company', employee_technical_id: null, organization_codes: [lyon], linked_to_vault: false },
      )
    }
  })

  for (const [what, asSent] of [
    ['its number', Number],
    ['its number as text', String],
    ['its number as text with zeros', (id: number) => `00${id}`],
  ] as const) {
    test(`201 names the type by ${what}`, async () => {
      const document_type_id = asSent(await typeIdOf(payslip))

      const id = await uploaded({ document_type_id, employee_technical_id: marie })

      assert.equal((await read('employee', id)).document_type_code, payslip)
    })
  }

  test('201 goes by the code when the number is sent as well', async () => {
    const id = await uploaded({ ...ofMarie, document_type_id: await typeIdOf(statutes) })

    assert.equal((await read('employee', id)).document_type_code, payslip)
  })

  test('201 keeps metas, filters and the name of the uploader as they were sent', async () => {
    const metas = [
      { code: 'net', type: 'integer' as const },
      { code: 'label', type: 'string' as const },
      { code: 'paid-on', type: 'date' as const },
      { code: 'grade', type: 'list' as const, values: ['A', 'B'] },
      { code: 'year', type: 'integer' as const, values: ['2024'] },
    ]
    const filters = [{ code: 'level_1', type: 'integer' as const, required: true }]
    const type = await aDocumentType(service, { metas, filters })
    const said = {
      document_type_metas: { net: -3, label: 'Frühling', 'paid-on': '2024-02-29', grade: 'B', year: 2024 },
      document_type_filters: { level_1: 0 },
      api_uploader_name: 'SAP',
    }

    const id = await uploaded({ ...ofMarie, document_type_code: type, ...said })

    const { document_type_metas, document_type_filters, api_uploader_name } = await read('employee', id)
    assert.deepEqual({ document_type_metas, document_type_filters, api_uploader_name }, said)
  })

  test('201 takes data that says it is JSON', async () => {
    const json = 'name="data"\r\nContent-Type: application/json; charset=utf-8'
    const form = rawForm(
      [json, JSON.stringify({ title: 'May', ...ofMarie })],
      ['name="file"; filename="a.txt"', unique('content')],
    )
    const headers = { ...form.headers, 'x-api-key': 'acme-api-key' }

    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/v1/enterprise/documents/',
      headers,
      payload: form.payload,
    })

    assert.equal(answer.statusCode, 201, answer.body)
    assert.equal((await read('employee', answer.json().id)).title, 'May')
  })

  test('201 ignores unknown keys, and takes null for what is left out', async () => {
    const names = ['document_type_id', 'external_unique_id', 'external_reference', 'date', 'document_type_metas']
    const nulls = [...names, 'document_type_filters', 'organization_codes', 'organization_code', 'api_uploader_name']

    const id = await uploaded({
      ...ofMarie,
      ...Object.fromEntries(nulls.map((name) => [name, null])),
      id: 'mine',
      origin: 'portal',
      toString: 1,
      legal_hold: true,
    })

    const document = await read('employee', id)
    assert.deepEqual(
      [document.origin, document.legal_hold, document.external_unique_id, document.date],
      ['api', false, null, document.created_at],
    )
    assert.deepEqual([document.document_type_metas, document.organization_codes], [{}, [lyon]])
  })

  test('201 takes texts of just the length allowed, counted in characters', async () => {
    const said = {
      title: '🙂'.repeat(255),
      external_unique_id: unique('x').padEnd(255, 'é'),
      api_uploader_name: 'x'.repeat(255),
    }

    const id = await uploaded({ ...ofMarie, ...said })

    const { title, external_unique_id, api_uploader_name } = await read('employee', id)
    assert.deepEqual({ title, external_unique_id, api_uploader_name }, said)
  })
})

describe('POST /api/v1/enterprise/documents/ files by date', () => {
  const dates: [sent: string, kept: string][] = [
    ['2024-01-31T09:30:00+02:00', '2024-01-31T07:30:00+00:00'],
    ['2024-01-31T09:30+02:00', '2024-01-31T07:30:00+00:00'],
    ['2024-01-31T09:30:00.5-0530', '2024-01-31T15:00:00+00:00'],
    ['2024-01-31T09:30:15Z', '2024-01-31T09:30:15+00:00'],
    ['2024-01-31T09:30Z', '2024-01-31T09:30:00+00:00'],
    ['2024-01-31T09:30:15', '2024-01-31T09:30:15+00:00'],
    ['2024-01-31T09:30', '2024-01-31T09:30:00+00:00'],
    ['2024-01-31T09:30:15.123456789', '2024-01-31T09:30:15+00:00'],
    ['2024-02-29', '2024-02-29T00:00:00+00:00'],
    ['1899-12-31', '1899-12-31T00:00:00+00:00'],
    ['0001-01-01T00:00', '0001-01-01T00:00:00+00:00'],
    ['9999-12-31T23:59:59', '9999-12-31T23:59:59+00:00'],
  ]
  for (const [sent, kept] of dates) {
    test(`201 ${sent}`, async () => {
      const id = await uploaded({ ...ofMarie, date: sent })

      assert.equal((await read('employee', id)).date, kept)
    })
  }
})

describe('POST /api/v1/enterprise/documents/ files under organizations', () => {
  const registrations = (...places: [code: string, isActive: boolean, number?: string][]) => ({
    registrations: places.map(([organization_code, active, employee_number = '1']) => ({
      organization_code,
      employee_number,
      active,
    })),
  })

  test('201 all active ones of a current employee, in their order, and no inactive one', async () => {
    const nice = await anOrganization(service)
    const employee = await anEmployee(service, registrations([paris, true], [nice, false], [lyon, true]))

    assert.deepEqual(await placesOf({ employee_technical_id: employee }), [paris, lyon])
  })

  test('201 all of a former employee, whose registrations all ended', async () => {
    const employee = await anEmployee(service, registrations([paris, false], [lyon, false]))

    assert.deepEqual(await placesOf({ employee_technical_id: employee }), [paris, lyon])
  })

  test('201 none of an employee who is nowhere', async () => {
    assert.deepEqual(await placesOf({ employee_technical_id: await anEmployee(service) }), [])
  })

  test('201 an organization of two registrations once, also when only one of them is active', async () => {
    const current = await anEmployee(service, registrations([lyon, false, '1'], [lyon, true, '2'], [paris, true, '3']))
    const former = await anEmployee(service, registrations([lyon, false, '1'], [lyon, false, '2']))

    assert.deepEqual(await placesOf({ employee_technical_id: current }), [lyon, paris])
    assert.deepEqual(await placesOf({ employee_technical_id: former }), [lyon])
  })

  test('201 those that are named, of active and of ended registrations, in the order named and each once', async () => {
    const nice = await anOrganization(service)
    const employee = await anEmployee(service, registrations([lyon, true], [paris, false], [nice, true]))
    const organization_codes = [paris, lyon, paris]

    assert.deepEqual(await placesOf({ employee_technical_id: employee, organization_codes }), [paris, lyon])
  })

  test('201 organization_code stands for a list of one, and gives way to organization_codes', async () => {
    const employee = await anEmployee(service, { organizations: [lyon, paris] })
    const alone = await uploaded({ document_type_code: statutes, organization_code: paris })
    const both = await uploaded({ ...ofLyon, organization_code: paris })

    assert.deepEqual((await read('company', alone)).organization_codes, [paris])
    assert.deepEqual((await read('company', both)).organization_codes, [lyon])
    assert.deepEqual(await placesOf({ employee_technical_id: employee, organization_code: paris }), [paris])
  })

  test('201 a company document under organizations that have nothing to do with each other, each once', async () => {
    const id = await uploaded({ ...ofLyon, organization_codes: [paris, lyon, paris] })

    assert.deepEqual((await read('company', id)).organization_codes, [paris, lyon])
  })
})

describe('POST /api/v1/enterprise/documents/ and external ids', () => {
  test('201 records the unique one alone when both are sent', async () => {
    const external_unique_id = unique('doc')

    const id = await uploaded({ ...ofMarie, external_unique_id, external_reference: 'R' })

    const document = await read('employee', id)
    assert.deepEqual([document.external_unique_id, document.external_reference], [external_unique_id, null])
  })

  test('201 takes a reference any number of times, also one that is a unique id elsewhere', async () => {
    const external_reference = unique('ref')

    const first = await uploaded({ ...ofMarie, external_reference })
    await uploaded({ ...ofLyon, external_reference })
    await uploaded({ ...ofMarie, external_unique_id: external_reference })
    await uploaded({ ...ofMarie, external_reference })

    const document = await read('employee', first)
    assert.deepEqual([document.external_unique_id, document.external_reference], [null, external_reference])
  })

  test('409 with 1428 for one that another document has, of either kind, in the trash or not', async () => {
    const external_unique_id = unique('doc')
    const id = await uploaded({ ...ofMarie, external_unique_id })
    const refused = {
      code: 1428,
      message: `external_unique_id: Another document has the external_unique_id ${external_unique_id}.`,
      errors: [
        {
          field: 'external_unique_id',
          code: 'taken',
          message: `Another document has the external_unique_id ${external_unique_id}.`,
        },
      ],
    }

    for (const isTrashed of [false, true]) {
      if (isTrashed) await v2('PUT', `/employee_documents/${id}/trash`)
      for (const data of [ofMarie, ofLyon]) {
        const { answer, left } = await leftBy(() => upload({ title: 'T', ...data, external_unique_id }))

        assert.equal(answer.statusCode, 409)
        assert.deepEqual(answer.json(), refused)
        assert.deepEqual([left.documents, left.events], [0, 0])
      }
    }
  })

  test('201 one that differs in case, and one that is free again since its document was deleted', async () => {
    const external_unique_id = unique('doc')
    const id = await uploaded({ ...ofMarie, external_unique_id })

    await uploaded({ ...ofMarie, external_unique_id: external_unique_id.toUpperCase() })
    await v2('DELETE', `/employee_documents/${id}`)
    await uploaded({ ...ofLyon, external_unique_id })
  })

  test('201 one that a document of another client has', async () => {
    const external_unique_id = unique('doc')
    const place = await anOrganization(service, { owner: globex })
    const type = await aDocumentType(service, { kind: 'company', owner: globex })
    await uploaded({ ...ofMarie, external_unique_id })
    const theirs = { document_type_code: type, organization_codes: [place], external_unique_id }

    await uploaded(theirs, { headers: { 'x-api-key': 'globex-api-key' } })
  })

  test('one 201 and nineteen 409 of twenty at once, and one event', async () => {
    const external_unique_id = unique('doc')

    const { answer: answers, left } = await leftBy(() =>
      Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          upload({ title: 'T', ...(index % 2 ? ofLyon : ofMarie), external_unique_id }, { file: aPdf(unique('race')) }),
        ),
      ),
    )

    assert.deepEqual(answers.map((one) => one.statusCode).toSorted(), [201, ...Array(19).fill(409)])
    assert.deepEqual(new Set(answers.map((one) => one.json().code)), new Set([undefined, 1428]))
    assert.deepEqual([left.documents, left.events], [1, 1])
  })
})

describe('POST /api/v1/enterprise/documents/ and its event', () => {
  test('201 emits exactly one, with the document as it is read and the name of the key', async () => {
    const { name, key } = await anApiKey(service)
    const theirs = [
      ['employee', await uploaded({ ...ofMarie, date: '2024-05-31' }, { headers: { 'x-api-key': key } })],
      ['company', await uploaded(ofLyon, { headers: { 'x-api-key': key } })],
    ] as const

    for (const [kind, id] of theirs) {
      const events = await db.selectFrom('events').selectAll().where('resource_id', '=', id).execute()

      assert.equal(events.length, 1)
      const { client_id, type, actor_type, actor_id, actor_name, data } = events[0] ?? {}
      assert.deepEqual(
        { client_id, type, actor_type, actor_id, actor_name, data },
        {
          client_id: 'acme',
          type: `${kind}_document.created`,
          actor_type: 'application',
          actor_id: name,
          actor_name: name,
          data: await read(kind, id),
        },
      )
    }
  })

  test('the document and its event vanish together when a later step fails', async () => {
    const file = aPdf(unique('lost'))
    const before = (await storedFiles()).length
    await service.pool.query(`
      CREATE FUNCTION refuse_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no room'; END $$;
      CREATE CONSTRAINT TRIGGER refuse_it AFTER INSERT ON documents DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION refuse_it()`)

    const { answer, left } = await leftBy(() => upload({ title: 'T', ...ofMarie }, { file })).finally(() =>
      service.pool.query('DROP TRIGGER refuse_it ON documents; DROP FUNCTION refuse_it'),
    )

    assert.equal(answer.statusCode, 500)
    assert.deepEqual([left.documents, left.events], [0, 0])
    // The bytes go with the next sweep, which finds that nobody names them.
    assert.equal((await storedFiles()).length, before + 1)
    assert.ok(!answer.body.includes('no room'))
  })
})
