import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { anApiKey } from '#test/harness/builders.ts'
import { anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import {
  aField,
  aFile,
  aForm,
  aRow,
  type Form,
  fileOf,
  HEADER,
  managerImportCalls,
} from '#test/harness/features/manager-imports.ts'

const service = await startApp()
const { app, v2, pool } = service
const { send } = managerImportCalls(service)
await aRole(service, { code: 'hr' })
await anOrganization(service, { code: 'paris' })

const good = () => fileOf([aRow()])

async function importsCount(): Promise<number> {
  const { rows } = await pool.query<{ count: string }>('SELECT count(*) FROM imports')
  return Number(rows[0]?.count)
}

async function newest() {
  return (await v2('GET', '/imports?per_page=1')).json()[0]
}

describe('POST /api/managers/import/', () => {
  for (const path of ['/api/managers/import/', '/api/managers/import']) {
    test(`201 at ${path} answers exactly the plain text of the contract`, async () => {
      const answer = await send(aForm(aFile(good())), { path })

      assert.equal(answer.statusCode, 201)
      assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8')
      assert.equal(answer.body, 'Import processing...')
    })
  }

  test('201 makes a record that waits, in the name of the API key, with the name of the file', async () => {
    await send(aForm(aFile(good(), { filename: 'Führungskräfte.csv' })))

    const { id, created_at, updated_at, ...rest } = await newest()
    assert.match(id, /^[\da-f-]{36}$/)
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    assert.equal(updated_at, created_at)
    assert.deepEqual(rest, {
      type: 'managers',
      filename: 'Führungskräfte.csv',
      status: 'created',
      origin: 'api',
      creator: { type: 'application', id: 'main', name: 'main' },
      stats: { rows: 0, row_errors: 0, users_created: 0, users_updated: 0, users_unchanged: 0 },
      errors: [],
      progress: 0,
      started_at: null,
      finished_at: null,
    })
  })

  for (const [sent, kept] of [
    ['C:\\exports\\managers-2026.csv', 'managers-2026.csv'],
    ['../../etc/passwd', 'passwd'],
    ['..', 'managers.csv'],
    ['x'.repeat(256), 'managers.csv'],
  ] as const) {
    test(`201 keeps ${sent.slice(0, 30)} as ${kept}`, async () => {
      const answer = await send(aForm(aFile(good(), { filename: sent })))

      assert.equal(answer.statusCode, 201)
      assert.equal((await newest()).filename, kept)
    })
  }

  test('201 for a file between other parts, which are ignored', async () => {
    const form = aForm(aField('note', 'été'), aFile(good()), aFile('x', { name: 'other' }), aField('after', '1'))

    const answer = await send(form)

    assert.equal(answer.statusCode, 201)
  })

  test('201 for a file whose header is wrong: that is said in the record', async () => {
    const answer = await send(aForm(aFile('a,b\n1,2\n')))

    assert.equal(answer.statusCode, 201)
    assert.equal((await newest()).status, 'created')
  })

  test('201 once, and the job with it; neither when a later step fails', async () => {
    const jobs = async () => (await pool.query(`SELECT id FROM jobs.job WHERE name = 'imports.managers'`)).rowCount
    const before = { imports: await importsCount(), jobs: await jobs() }
    await pool.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no events today'; END $$`,
    )
    await pool.query(`CREATE TRIGGER refuse BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION refuse()`)

    const answer = await send(aForm(aFile(good())))
    await pool.query('DROP FUNCTION refuse CASCADE')

    assert.equal(answer.statusCode, 500)
    assert.deepEqual(Object.keys(answer.json()), ['detail'])
    assert.doesNotMatch(answer.body, /no events today/)
    assert.deepEqual({ imports: await importsCount(), jobs: await jobs() }, before)
  })
})

describe('POST /api/managers/import/ refuses', () => {
  const latin1 = Buffer.concat([
    Buffer.from(`${HEADER}\n`),
    Buffer.from('M-1,a@b.test,Zo\xeb,M\xfcller,en-us,hr,paris\n', 'latin1'),
  ])
  const forms: [number, string, Form][] = [
    [1408, 'a form without parts', aForm()],
    [1408, 'a form without the part', aForm(aField('note', 'x'))],
    [1408, 'a part of another name', aForm(aFile(good(), { name: 'file' }))],
    [1408, 'a name in other case', aForm(aFile(good(), { name: 'Input_File' }))],
    [1408, 'a text where the file belongs', aForm(aField('input_file', good()))],
    [1408, 'the part twice', aForm(aFile(good()), aFile(good()))],
    [1408, 'a form that breaks off', { ...aForm(), payload: aFile(good()) }],
    [
      1408,
      'a form without a boundary',
      { ...aForm(aFile(good())), headers: { 'content-type': 'multipart/form-data' } },
    ],
    [1408, 'a JSON body', { payload: '{"input_file":"x"}', headers: { 'content-type': 'application/json' } }],
    [1408, 'the file as the body', { payload: good(), headers: { 'content-type': 'text/csv' } }],
    [1408, 'no body', { payload: '', headers: {} }],
    [1409, 'Latin-1', aForm(aFile(latin1))],
    [1409, 'UTF-16', aForm(aFile(Buffer.from(`\uFEFF${good()}`, 'utf16le')))],
    [1409, 'a spreadsheet', aForm(aFile(Buffer.from('PK\x03\x04\x14\0\x06\0', 'latin1')))],
    [
      1409,
      'a character that breaks off at the end',
      aForm(aFile(Buffer.concat([Buffer.from(good()), Buffer.from([0xc3])]))),
    ],
    [1410, 'an empty file', aForm(aFile(''))],
    [1410, 'a byte order mark alone', aForm(aFile('\uFEFF'))],
    [1410, 'a header alone', aForm(aFile(`${HEADER}\n`))],
    [1410, 'a header without a line end', aForm(aFile(HEADER))],
    [1410, 'a header and empty lines', aForm(aFile(`${HEADER}\r\n\r\n,,,,,,\r\n  \r\n`))],
  ]
  for (const [code, what, form] of forms) {
    test(`400 with ${code} ${what}, and nothing is kept`, async () => {
      const before = await importsCount()

      const answer = await send(form)

      assert.equal(answer.statusCode, 400)
      assert.deepEqual(Object.keys(answer.json()).toSorted(), ['code', 'message'])
      assert.equal(answer.json().code, code)
      assert.ok(answer.json().message.length > 10)
      assert.match(String(answer.headers['x-request-id']), /./)
      assert.equal(await importsCount(), before)
    })
  }

  test('400 with 1409 names the line that is not UTF-8', async () => {
    const answer = await send(aForm(aFile(latin1)))

    assert.deepEqual(answer.json(), {
      code: 1409,
      message: 'Line 2: This line is not UTF-8. Save the file with the encoding UTF-8.',
    })
  })

  test('413 a file over the limit, with a detail', async () => {
    const before = await importsCount()

    const answer = await send(aForm(aFile(Buffer.alloc(service.maxFileBytes + 1, 'a'))))

    assert.equal(answer.statusCode, 413)
    assert.deepEqual(answer.json(), { detail: 'The file is too large.' })
    assert.equal(await importsCount(), before)
  })

  test('403 a missing, empty, wrong or expired key, a bearer token, and a key from elsewhere, with a detail', async () => {
    const { key: expired } = await anApiKey(service, { expires_at: '2020-01-01T00:00:00Z' })
    const { key: elsewhere } = await anApiKey(service, { allowed_addresses: ['192.0.2.7'] })
    const before = await importsCount()
    const { payload, headers } = aForm(aFile(good()))
    const { authorization } = await service.as('payroll')
    const wrong = ['', 'wrong', 'ACME-API-KEY', expired, elsewhere].map((key) => ({ 'x-api-key': key }))

    for (const given of [{}, { authorization }, ...wrong]) {
      const all = { ...headers, ...given } as Record<string, string>
      const answer = await app.inject({ method: 'POST', url: '/api/managers/import/', headers: all, payload })

      assert.equal(answer.statusCode, 403)
      assert.deepEqual(Object.keys(answer.json()), ['detail'])
    }
    assert.equal(await importsCount(), before)
  })

  test('403 a wrong key before it looks at the body', async () => {
    const answer = await send(aForm(), { key: 'wrong' })

    assert.equal(answer.statusCode, 403)
  })

  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const) {
    test(`405 ${method}, with what is allowed`, async () => {
      for (const url of ['/api/managers/import/', '/api/managers/import']) {
        const answer = await app.inject({ method, url, headers: { 'x-api-key': 'acme-api-key' } })

        assert.equal(answer.statusCode, 405)
        assert.equal(answer.headers.allow, 'POST')
        assert.deepEqual(Object.keys(answer.json()), ['detail'])
      }
    })
  }
})
