import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { anApiKey, globex, unique } from '#test/harness/builders.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { documentTraces } from '#test/harness/features/documents/traces.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { ERROR_NUMBER } from './error-numbers.ts'

const service = await startApp()
const { app, v2 } = service
const { upload, uploaded } = documentCalls(service)
const { leftBy } = documentTraces(service)

const lyon = await anOrganization(service)
const paris = await anOrganization(service)
const statutes = await aDocumentType(service, { kind: 'company' })
const payslip = await aDocumentType(service, {
  metas: [
    { code: 'net', type: 'integer' },
    { code: 'label', type: 'string' },
    { code: 'paid-on', type: 'date' },
    { code: 'grade', type: 'list', values: ['A', 'B'] },
    { code: 'month', type: 'integer', values: ['1', '2'] },
  ],
  filters: [
    { code: 'level', type: 'integer' },
    { code: 'area', type: 'string' },
    { code: 'site', type: 'list', values: ['north', 'south'] },
  ],
})
const strict = await aDocumentType(service, {
  metas: [{ code: 'net', type: 'integer', required: true }],
  filters: [{ code: 'level', type: 'integer', required: true }],
})
const marie = await anEmployee(service, { organizations: [lyon] })
const gone = await anEmployee(service, { organizations: [lyon] })
await v2('DELETE', `/employees/${gone}`)

const ofMarie = { title: 'T', document_type_code: payslip, employee_technical_id: marie }
const ofLyon = { title: 'T', document_type_code: statutes, organization_codes: [lyon] }
const ofStrict = { ...ofMarie, document_type_code: strict }
const metas = (values: unknown, base: object = ofMarie) => ({ ...base, document_type_metas: values })
const filters = (values: unknown, base: object = ofMarie) => ({ ...base, document_type_filters: values })

const REQUIRED = 'This field is required.'
const UNSTORABLE = 'This contains characters that cannot be stored.'
const NO_DATE = 'This is not a valid date or date-time (expected YYYY-MM-DD or ISO 8601 with an offset).'
const NO_META_DATE = 'This is not a valid date (expected YYYY-MM-DD).'
const NEEDED = 'This is required for documents of this type.'
const most = (count: number) => `This exceeds ${count} characters.`
const must = (type: string) => `This must be ${type}.`

type Refusal = [code: number, what: string, data: object, field: string, message: string]

const missing: Refusal[] = [
  [1408, 'nothing at all', {}, 'title', REQUIRED],
  [1408, 'no title', { ...ofMarie, title: undefined }, 'title', REQUIRED],
  [1408, 'null for a title', { ...ofMarie, title: null }, 'title', REQUIRED],
  [1408, 'an empty title', { ...ofMarie, title: '' }, 'title', 'This must have at least 1 character.'],
  [
    1408,
    'an employee type without an employee',
    { ...ofMarie, employee_technical_id: undefined },
    'employee_technical_id',
    'This is required for an employee document.',
  ],
  [
    1408,
    'null for an employee',
    { ...ofMarie, employee_technical_id: null },
    'employee_technical_id',
    'This is required for an employee document.',
  ],
  [
    1408,
    'a company type without organizations',
    { ...ofLyon, organization_codes: undefined },
    'organization_codes',
    'Organizations are required for a company document.',
  ],
  [
    1408,
    'a company type with no organization',
    { ...ofLyon, organization_codes: [] },
    'organization_codes',
    'Organizations are required for a company document.',
  ],
  [
    1408,
    'neither a type nor an employee',
    { title: 'T', organization_codes: [lyon] },
    'document_type_code',
    'The document type is missing.',
  ],
  [
    1410,
    'no type for a document of an employee',
    { ...ofMarie, document_type_code: undefined },
    'document_type_code',
    'The document type is missing.',
  ],
  [
    1410,
    'null for both names of the type',
    { ...ofMarie, document_type_code: null, document_type_id: null },
    'document_type_code',
    'The document type is missing.',
  ],
]

const NULLABLE = ['external_unique_id', 'external_reference', 'api_uploader_name']
const long = (field: string, count: number, base: object = ofMarie): Refusal[] => [
  [1409, `${count + 1} characters of ${field}`, { ...base, [field]: 'x'.repeat(count + 1) }, field, most(count)],
  [1409, `a NUL character in ${field}`, { ...base, [field]: 'a\0' }, field, UNSTORABLE],
  [1409, `half a character in ${field}`, { ...base, [field]: 'a\ud83d' }, field, UNSTORABLE],
  [
    1411,
    `a number for ${field}`,
    { ...base, [field]: 7 },
    field,
    must(NULLABLE.includes(field) ? 'a string or null' : 'a string'),
  ],
]
const incorrect: Refusal[] = [
  ...['title', 'external_unique_id', 'external_reference', 'api_uploader_name'].flatMap((one) => long(one, 255)),
  ...long('document_type_code', 100),
  ...long('employee_technical_id', 50),
  ...long('organization_code', 64, { ...ofLyon, organization_codes: undefined }),
  ...[-1, 0, 2 ** 31, 2 ** 63, 1e300].map(
    (id): Refusal => [
      1409,
      `the number ${id} of a type`,
      { ...ofMarie, document_type_code: undefined, document_type_id: id },
      'document_type_id',
      `Document type ${id} not found.`,
    ],
  ),
  [1409, 'a date of 41 characters', { ...ofMarie, date: '2024-01-31'.padEnd(41) }, 'date', most(40)],
  [
    1409,
    'an unknown type',
    { ...ofMarie, document_type_code: 'nowhere' },
    'document_type_code',
    'Document type nowhere not found.',
  ],
  [
    1409,
    'an unknown number of a type',
    { ...ofMarie, document_type_code: undefined, document_type_id: 999_999 },
    'document_type_id',
    'Document type 999999 not found.',
  ],
  [
    1409,
    'a type in other case',
    { ...ofMarie, document_type_code: payslip.toUpperCase() },
    'document_type_code',
    `Document type ${payslip.toUpperCase()} not found.`,
  ],
  [
    1409,
    'an unknown employee',
    { ...ofMarie, employee_technical_id: 'nobody' },
    'employee_technical_id',
    'Employee nobody not found.',
  ],
  [
    1409,
    'a deleted employee',
    { ...ofMarie, employee_technical_id: gone },
    'employee_technical_id',
    `Employee ${gone} not found.`,
  ],
  [
    1409,
    'an unknown organization of an employee',
    { ...ofMarie, organization_codes: [lyon, 'nowhere'] },
    'organization_codes.1',
    'Organization nowhere not found.',
  ],
  [
    1409,
    'an unknown organization',
    { ...ofLyon, organization_codes: [lyon, 'nowhere'] },
    'organization_codes.1',
    'Organization nowhere not found.',
  ],
  [
    1409,
    'an unknown organization_code',
    { ...ofLyon, organization_codes: undefined, organization_code: 'nowhere' },
    'organization_codes.0',
    'Organization nowhere not found.',
  ],
  [
    1409,
    'an organization of 65 characters',
    { ...ofLyon, organization_codes: ['x'.repeat(65)] },
    'organization_codes.0',
    most(64),
  ],
  [
    1409,
    '1,001 organizations',
    { ...ofLyon, organization_codes: Array(1001).fill(lyon) },
    'organization_codes',
    'This must have at most 1000 items.',
  ],
]

const wrongTypes: Refusal[] = [
  [1411, 'a truth for a title', { ...ofMarie, title: true }, 'title', must('a string')],
  [
    1411,
    'a fraction for the number of a type',
    { ...ofMarie, document_type_id: 1.5 },
    'document_type_id',
    must('an integer or a string'),
  ],
  [1411, 'a text for organizations', { ...ofLyon, organization_codes: lyon }, 'organization_codes', must('an array')],
  [
    1411,
    'a number among organizations',
    { ...ofLyon, organization_codes: [lyon, 7] },
    'organization_codes.1',
    must('a string'),
  ],
  [
    1411,
    'null among organizations',
    { ...ofLyon, organization_codes: [null] },
    'organization_codes.0',
    must('a string'),
  ],
  [1411, 'a number for a date', { ...ofMarie, date: 20240131 }, 'date', must('a string')],
  [1411, 'a list for metas', metas([]), 'document_type_metas', must('an object')],
  [1411, 'a text for metas', metas('{}'), 'document_type_metas', must('an object')],
  [1411, 'a number for filters', filters(1), 'document_type_filters', must('an object')],
]

const ofType =
  (field: string, kind: string) =>
  (code: number, what: string, values: object, name: string, message: string): Refusal => [
    code,
    `${kind} ${what}`,
    { ...ofMarie, [field]: values },
    `${field}.${name}`,
    message,
  ]
const meta = ofType('document_type_metas', 'a meta')
const filter = ofType('document_type_filters', 'a filter')
const INTEGER = 'This must be an integer.'
const STRING = 'This must be a string.'
const attributes: Refusal[] = [
  meta(1412, 'of null', { net: null }, 'net', 'This must not be empty.'),
  meta(1412, 'of an empty text', { label: '' }, 'label', 'This must not be empty.'),
  meta(1412, 'of an empty date', { 'paid-on': '' }, 'paid-on', 'This must not be empty.'),
  meta(1419, 'of another type', { gross: 1 }, 'gross', 'Meta gross not found in this document type.'),
  meta(1419, 'in other case', { Net: 1 }, 'Net', 'Meta Net not found in this document type.'),
  meta(
    1419,
    'called as nothing is',
    JSON.parse('{"__proto__": 1}'),
    '__proto__',
    'Meta __proto__ not found in this document type.',
  ),
  meta(
    1419,
    'called as every object has',
    { constructor: 1 },
    'constructor',
    'Meta constructor not found in this document type.',
  ),
  meta(1419, 'that is a filter', { level: 1 }, 'level', 'Meta level not found in this document type.'),
  meta(1420, 'with a text for an integer', { net: '1' }, 'net', INTEGER),
  meta(1420, 'with a fraction', { net: 1.5 }, 'net', INTEGER),
  meta(1420, 'with too large an integer', { net: 2 ** 53 }, 'net', INTEGER),
  meta(1420, 'with a truth', { net: true }, 'net', INTEGER),
  meta(1420, 'with an integer for a text', { label: 1 }, 'label', STRING),
  meta(1420, 'with a list for a text', { label: ['a'] }, 'label', STRING),
  meta(1420, 'with an object for a date', { 'paid-on': {} }, 'paid-on', STRING),
  meta(1420, 'with a choice that is none', { grade: 'C' }, 'grade', 'This must be one of A, B.'),
  meta(1420, 'with a choice in other case', { grade: 'a' }, 'grade', 'This must be one of A, B.'),
  meta(1420, 'with an integer that is not a choice', { month: 3 }, 'month', 'This must be one of 1, 2.'),
  meta(1420, 'with a NUL character', { label: 'a\0' }, 'label', UNSTORABLE),
  meta(1420, 'with half a character', { label: '\udc00' }, 'label', UNSTORABLE),
  meta(1420, 'of 1,001 characters', { label: 'x'.repeat(1001) }, 'label', most(1000)),
  meta(1421, 'with a day that does not exist', { 'paid-on': '2023-02-29' }, 'paid-on', NO_META_DATE),
  meta(1421, 'with a time', { 'paid-on': '2024-01-31T09:30' }, 'paid-on', NO_META_DATE),
  meta(1421, 'with what is not a date', { 'paid-on': '31.01.2024' }, 'paid-on', NO_META_DATE),
  filter(1415, 'of another type', { floor: 1 }, 'floor', 'Filter floor not found in this document type.'),
  filter(1415, 'that is a meta', { net: 1 }, 'net', 'Filter net not found in this document type.'),
  filter(1417, 'of null', { level: null }, 'level', 'This must not be empty.'),
  filter(1417, 'of an empty text', { area: '' }, 'area', 'This must not be empty.'),
  filter(1417, 'with a text for an integer', { level: '1' }, 'level', INTEGER),
  filter(1417, 'with an integer for a text', { area: 1 }, 'area', STRING),
  filter(1417, 'with a choice that is none', { site: 'west' }, 'site', 'This must be one of north, south.'),
  filter(1417, 'with a NUL character', { area: 'a\0' }, 'area', UNSTORABLE),
  [1414, 'a filter that is missing', metas({ net: 1 }, ofStrict), 'document_type_filters.level', NEEDED],
  [1418, 'a meta that is missing', filters({ level: 1 }, ofStrict), 'document_type_metas.net', NEEDED],
]

const dates: Refusal[] = [
  '',
  'today',
  '2023-02-29',
  '2024-13-01',
  '2024-01-31T24:00',
  '2024-01-31T09',
  '2024-01-31 09:30',
  '31/01/2024',
  '0000-01-01',
  '2024-01-31T09:30:00+25:00',
  '2024-1-1',
  '1706693400',
  '2024-01-31T09:30\0',
  '0001-01-01T00:00+15:59',
  '9999-12-31T23:59-15:59',
].map((date) => [1421, `the date ${JSON.stringify(date)}`, { ...ofMarie, date }, 'date', NO_DATE])

describe('POST /api/v1/enterprise/documents/ refuses', () => {
  for (const [code, what, data, field, message] of [...missing, ...incorrect, ...wrongTypes, ...attributes, ...dates]) {
    test(`400 with ${code} ${what}, and nothing is written`, async () => {
      const { answer, left } = await leftBy(() => upload(data))

      assert.equal(answer.statusCode, 400, answer.body)
      const { errors, ...rest } = answer.json()
      const { code: word, ...error } = errors[0]
      assert.deepEqual(rest, { code, message: `${field}: ${message}` })
      assert.deepEqual([errors.length, error, /^[a-z_]+$/.test(word)], [1, { field, message }, true])
      assert.equal(answer.headers.deprecation, '@1625097600')
      assert.deepEqual([left.documents, left.events], [0, 0])
    })
  }

  for (const rawData of ['', '{', 'title=x', "{'title': 1}", '[]', 'null', '"x"', '1', '[{}]']) {
    test(`400 with 1411 the data ${rawData || 'nothing'}, and nothing is written`, async () => {
      const isJson = ['[]', 'null', '"x"', '1', '[{}]'].includes(rawData)

      const { answer, left } = await leftBy(() => upload({}, { rawData, file: aPdf(unique('never')) }))

      assert.equal(answer.statusCode, 400)
      assert.deepEqual(answer.json(), {
        code: 1411,
        message: `The part data must be ${isJson ? 'a JSON object' : 'valid JSON'}.`,
      })
      assert.deepEqual(left, { documents: 0, events: 0, files: 0 })
    })
  }

  test('409 with 1429 an organization that is not the employee’s, and nothing is written', async () => {
    const message = `The employee does not belong to the organization ${paris}.`

    for (const [spoilt, field] of [
      [{ organization_codes: [lyon, paris] }, 'organization_codes.1'],
      [{ organization_code: paris }, 'organization_codes.0'],
    ] as const) {
      const { answer, left } = await leftBy(() => upload({ ...ofMarie, ...spoilt }))

      assert.equal(answer.statusCode, 409)
      const errors = [{ field, code: 'not_of_employee', message }]
      assert.deepEqual(answer.json(), { code: 1429, message: `${field}: ${message}`, errors })
      assert.deepEqual([left.documents, left.events], [0, 0])
    }
  })

  const several: [number, string, object, string[]][] = [
    [1411, 'a wrong type before what is missing', { title: undefined, date: 7 }, ['date', 'title']],
    [
      1408,
      'what is missing before what is too long',
      { title: undefined, api_uploader_name: 'x'.repeat(256) },
      ['api_uploader_name', 'title'],
    ],
    [
      1409,
      'what is too long before a date',
      { api_uploader_name: 'x'.repeat(256), date: 'today' },
      ['api_uploader_name', 'date'],
    ],
    [
      1409,
      'an unknown organization before a foreign one',
      { organization_codes: [paris, 'nowhere'] },
      ['organization_codes.0', 'organization_codes.1'],
    ],
    [
      1419,
      'a meta before a foreign organization',
      { organization_codes: [paris], document_type_metas: { gross: 1 } },
      ['document_type_metas.gross', 'organization_codes.0'],
    ],
  ]
  for (const [code, what, spoilt, fields] of several) {
    test(`400 with ${code} ${what}, and names each of them`, async () => {
      const answer = await upload({ ...ofMarie, ...spoilt })

      assert.deepEqual([answer.statusCode, answer.json().code], [400, code])
      const named = answer.json().errors.map((one: { field: string }) => one.field)
      assert.deepEqual(named.toSorted(), fields)
    })
  }

  test('nothing is stored of a file behind data that cannot be right', async () => {
    for (const spoilt of [{ title: '' }, { date: 'today' }, { organization_codes: 7 }]) {
      const file = aPdf(unique('never'))

      const { answer, left } = await leftBy(() => upload({ ...ofMarie, ...spoilt }, { file }))

      assert.equal(answer.statusCode, 400)
      assert.equal(left.files, 0)
    }
  })

  test('every number of the table is met by a test here or in upload-files.test.ts', () => {
    const met = [...missing, ...incorrect, ...wrongTypes, ...attributes, ...dates].map(([code]) => code)

    const { notStored, takenId, foreignOrganization, ...here } = ERROR_NUMBER
    assert.deepEqual([...new Set(met)].toSorted(), Object.values(here).toSorted())
    assert.deepEqual([notStored, takenId, foreignOrganization], [1426, 1428, 1429])
  })
})

describe('POST /api/v1/enterprise/documents/ keeps clients apart', () => {
  test('another client’s type, employee and organization are as if they were not there', async () => {
    const type = await aDocumentType(service, { owner: globex })
    const employee = await anEmployee(service, { owner: globex })
    const place = await anOrganization(service, { owner: globex })
    const theirs: [object, string][] = [
      [{ ...ofMarie, document_type_code: type }, `Document type ${type} not found.`],
      [{ ...ofMarie, employee_technical_id: employee }, `Employee ${employee} not found.`],
      [{ ...ofMarie, organization_codes: [place] }, `Organization ${place} not found.`],
      [{ ...ofLyon, organization_codes: [place] }, `Organization ${place} not found.`],
    ]

    for (const [data, message] of theirs) {
      const { answer, left } = await leftBy(() => upload(data))

      assert.equal(answer.statusCode, 400)
      const messages = answer.json().errors.map((one: { message: string }) => one.message)
      assert.deepEqual([answer.json().code, messages], [1409, [message]])
      assert.equal(left.documents, 0)
    }
  })

  test('another client’s key finds none of ours', async () => {
    const headers = { 'x-api-key': 'globex-api-key' }

    for (const data of [ofMarie, ofLyon]) {
      const answer = await upload(data, { headers })

      assert.deepEqual([answer.statusCode, answer.json().code], [400, 1409])
    }
  })

  test('a document of ours is not among theirs', async () => {
    const id = await uploaded(ofMarie)

    assert.equal((await v2('GET', `/employee_documents/${id}`, { application: 'rival' })).statusCode, 404)
  })
})

describe('POST /api/v1/enterprise/documents/ without a good key', () => {
  test('403 missing, empty, wrong, expired, from elsewhere, or a token, in both spellings, and nothing is stored', async () => {
    const { key: expired } = await anApiKey(service, { expires_at: '2020-01-01T00:00:00Z' })
    const { key: elsewhere } = await anApiKey(service, { allowed_addresses: ['192.0.2.7'] })
    const { authorization } = await service.as('payroll')
    const missingKey = 'An API key is required.'
    const wrongKey = 'The API key is not valid.'
    type Call = [headers: Record<string, string>, message: string]
    const calls: Call[] = [
      [{ 'x-api-key': '' }, missingKey],
      [{ 'x-api-key': '', authorization }, missingKey],
      ...['wrong', 'ACME-API-KEY', expired, elsewhere].map((key): Call => [{ 'x-api-key': key }, wrongKey]),
    ]

    for (const [headers, message] of calls) {
      const { answer, left } = await leftBy(() => upload(ofMarie, { headers, file: aPdf(unique('never')) }))

      assert.equal(answer.statusCode, 403)
      assert.deepEqual(answer.json(), { code: 403, message, detail: message })
      assert.equal(answer.headers.deprecation, '@1625097600')
      assert.deepEqual(left, { documents: 0, events: 0, files: 0 })
    }
    for (const [headers, message] of [
      [{}, missingKey],
      [{ x_api_key: 'wrong' }, wrongKey],
      [{ authorization }, missingKey],
    ] as const) {
      const url = '/api/v1/enterprise/documents/'
      const answer = await app.inject({ method: 'POST', url, headers: headers as Record<string, string> })

      assert.deepEqual([answer.statusCode, answer.json()], [403, { code: 403, message, detail: message }])
    }
  })

  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const) {
    test(`405 ${method}, with what is allowed`, async () => {
      const answer = await app.inject({ method, url: '/api/v1/enterprise/documents/' })

      assert.deepEqual([answer.statusCode, answer.headers.allow], [405, 'POST'])
      assert.deepEqual(answer.json(), { errors: 'Method not allowed (allowed: POST).' })
    })
  }
})
