import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { aDataset, allowedTo, unique } from '#test/harness/builders.ts'
import { csv, importCalls } from '#test/harness/features/imports.ts'

const service = await startApp()
const { app, v2, db } = service
const { upload, submit, imported, read } = importCalls(service)

const ABSENT = '01940000-0000-7000-8000-000000000000'
const NO_STATS = {
  rows: 0,
  global_errors: 0,
  row_errors: 0,
  warnings: 0,
  dimensions_created: 0,
  values_created: 0,
  values_updated: 0,
  values_deleted: 0,
}

const create = (body: unknown) => v2('POST', '/dataset_imports', { body })
const storedImports = async (datasetId: string) =>
  (await db.selectFrom('imports').select('id').where('dataset_id', '=', datasetId).execute()).length
const codesOf = (answer: { json(): { errors: { field: string; code: string }[] } }) =>
  answer.json().errors.map(({ field, code }) => [field, code])

describe('POST /dataset_imports', () => {
  test('201 answers the record of an import that waits', async () => {
    const dataset_id = unique('ds')
    const upload_id = await upload(csv('country', 'fr'), { filename: 'pays.csv' })

    const answer = await create({ dataset_id, upload_id })

    const { id, created_at, updated_at, ...rest } = answer.json()
    assert.equal(answer.statusCode, 201)
    assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7/)
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    assert.equal(updated_at, created_at)
    assert.deepEqual(rest, {
      dataset_id,
      filename: 'pays.csv',
      status: 'queued',
      result: null,
      mode: 'replace',
      on_error: 'abort',
      dry_run: false,
      origin: 'api',
      creator: { type: 'application', id: 'payroll', name: 'payroll' },
      total_dimensions_count: 0,
      total_values_count: 0,
      stats: NO_STATS,
      errors: [],
      progress: 0,
      started_at: null,
      finished_at: null,
    })
    assert.deepEqual(await read(id), answer.json())
  })

  test('201 keeps what was asked for, and ignores what is only answered', async () => {
    const upload_id = await upload(csv('country', 'fr'))
    const asked = { dataset_id: unique('ds'), mode: 'merge', on_error: 'skip', dry_run: true }

    const answer = await create({ ...asked, upload_id, status: 'finished', origin: 'web' })

    const { dataset_id, mode, on_error, dry_run, status, origin } = answer.json()
    assert.equal(answer.statusCode, 201)
    assert.deepEqual({ dataset_id, mode, on_error, dry_run }, asked)
    assert.deepEqual([status, origin], ['queued', 'api'])
  })

  test('201 imports one upload as often as it is asked to', async () => {
    const upload_id = await upload(csv('country', 'fr'))
    const one = unique('ds')
    const other = unique('ds')

    const answers = [await create({ dataset_id: one, upload_id }), await create({ dataset_id: other, upload_id })]

    assert.deepEqual(
      answers.map((answer) => answer.statusCode),
      [201, 201],
    )
    assert.notEqual(answers[0]?.json().id, answers[1]?.json().id)
  })

  test('201 makes no data set before the import runs', async () => {
    const dataset = unique('ds')

    await submit(dataset, csv('country', 'fr'))

    assert.equal((await v2('GET', `/datasets/${dataset}`)).statusCode, 404)
  })

  const refusals: { what: string; over: Record<string, unknown>; errors: [string, string][] }[] = [
    { what: 'no dataset_id', over: { dataset_id: undefined }, errors: [['dataset_id', 'required']] },
    { what: 'an empty dataset_id', over: { dataset_id: '' }, errors: [['dataset_id', 'invalid']] },
    { what: 'a dataset_id with a slash', over: { dataset_id: 'a/b' }, errors: [['dataset_id', 'invalid']] },
    { what: 'a dataset_id of 101', over: { dataset_id: 'x'.repeat(101) }, errors: [['dataset_id', 'invalid']] },
    { what: 'a NUL in dataset_id', over: { dataset_id: 'a\0' }, errors: [['dataset_id', 'invalid']] },
    { what: 'a number for dataset_id', over: { dataset_id: 7 }, errors: [['dataset_id', 'wrong_type']] },
    { what: 'no upload_id', over: { upload_id: undefined }, errors: [['upload_id', 'required']] },
    { what: 'an upload_id of null', over: { upload_id: null }, errors: [['upload_id', 'wrong_type']] },
    { what: 'an unknown upload_id', over: { upload_id: ABSENT }, errors: [['upload_id', 'unknown_upload']] },
    {
      what: 'an upload_id that is not a UUID',
      over: { upload_id: "'; --" },
      errors: [['upload_id', 'unknown_upload']],
    },
    { what: 'a NUL in upload_id', over: { upload_id: 'a\0' }, errors: [['upload_id', 'invalid_text']] },
    { what: 'an unknown mode', over: { mode: 'append' }, errors: [['mode', 'unknown_choice']] },
    { what: 'a mode in capitals', over: { mode: 'MERGE' }, errors: [['mode', 'unknown_choice']] },
    { what: 'an unknown on_error', over: { on_error: 'ignore' }, errors: [['on_error', 'unknown_choice']] },
    { what: 'a dry_run that is a text', over: { dry_run: 'true' }, errors: [['dry_run', 'wrong_type']] },
    { what: 'a dry_run of null', over: { dry_run: null }, errors: [['dry_run', 'wrong_type']] },
    {
      what: 'several mistakes at once',
      over: { dataset_id: 7, mode: 'x', on_error: 'y' },
      errors: [
        ['dataset_id', 'wrong_type'],
        ['mode', 'unknown_choice'],
        ['on_error', 'unknown_choice'],
      ],
    },
  ]
  for (const { what, over, errors } of refusals) {
    test(`422 refuses ${what}, and leaves nothing behind`, async () => {
      const dataset_id = unique('ds')
      const upload_id = await upload(csv('country', 'fr'))

      const answer = await create({ dataset_id, upload_id, ...over })

      assert.equal(answer.statusCode, 422, answer.body)
      assert.equal(answer.json().code, 'validation_error')
      assert.deepEqual(codesOf(answer), errors)
      assert.equal(await storedImports(dataset_id), 0)
    })
  }

  test("422 for another client's upload, word for word as for an absent one", async () => {
    const theirs = await upload(csv('country', 'fr'), { application: 'rival' })
    const dataset_id = unique('ds')

    const others = await create({ dataset_id, upload_id: theirs })
    const unknown = await create({ dataset_id, upload_id: ABSENT })

    assert.deepEqual([others.statusCode, unknown.statusCode], [422, 422])
    assert.equal(others.body.replaceAll(theirs, '…'), unknown.body.replaceAll(ABSENT, '…'))
  })

  test('422 for an upload that has expired', async (t) => {
    const upload_id = await upload(csv('country', 'fr'))
    service.clock.advance(24 * 3600 + 1)
    t.after(() => service.clock.advance(-24 * 3600 - 1))
    const authorization = await allowedTo(service, '*')

    const answer = await v2('POST', '/dataset_imports', {
      body: { dataset_id: unique('ds'), upload_id },
      headers: authorization,
    })

    assert.deepEqual(codesOf(answer), [['upload_id', 'unknown_upload']])
  })

  for (const [what, payload, type] of [
    ['JSON that is cut off', '{"dataset_id": ', 'application/json'],
    ['a list', '[]', 'application/json'],
    ['a form', 'dataset_id=x', 'application/x-www-form-urlencoded'],
  ] as const) {
    test(`400 or 422 for ${what} in place of an object`, async () => {
      const headers = { ...(await service.as('payroll')), 'content-type': type }

      const answer = await app.inject({ method: 'POST', url: '/api/v2/client/dataset_imports', headers, payload })

      assert.ok([400, 422].includes(answer.statusCode), `${answer.statusCode} ${answer.body}`)
    })
  }
})

describe('who may use /dataset_imports', () => {
  test('401 without credentials and with wrong ones, on every call', async () => {
    const { id } = await submit(unique('ds'), csv('country', 'fr'))
    const calls = [
      ['POST', ''],
      ['GET', ''],
      ['GET', `/${id}`],
      ['GET', `/${id}/source`],
      ['GET', `/${id}/report`],
    ] as const

    for (const [method, path] of calls) {
      const url = `/api/v2/client/dataset_imports${path}`
      const bare = await app.inject({ method, url })
      const wrong = await app.inject({ method, url, headers: { authorization: 'Bearer wrong' } })
      assert.deepEqual([bare.statusCode, bare.json().code], [401, 'invalid_credentials'])
      assert.deepEqual([wrong.statusCode, wrong.json().code], [401, 'invalid_token'])
    }
  })

  test('403 to an application that may read other things only', async () => {
    const { id } = await submit(unique('ds'), csv('country', 'fr'))

    for (const path of ['', `/${id}`, `/${id}/source`, `/${id}/report`]) {
      const answer = await v2('GET', `/dataset_imports${path}`, { application: 'reader' })
      assert.deepEqual([answer.statusCode, answer.json().code], [403, 'insufficient_scope'])
    }
  })

  test('an application that may only read reads everything, and 403 when it submits one', async () => {
    const { id } = await imported(unique('ds'), csv('country', 'fr'))
    const headers = await allowedTo(service, 'dataset_imports:read')
    const dataset_id = unique('ds')

    const answer = await v2('POST', '/dataset_imports', { body: { dataset_id, upload_id: ABSENT }, headers })

    assert.deepEqual([answer.statusCode, answer.json().code], [403, 'insufficient_scope'])
    for (const path of ['', `/${id}`, `/${id}/source`, `/${id}/report`]) {
      assert.equal((await v2('GET', `/dataset_imports${path}`, { headers })).statusCode, 200)
    }
  })
})

describe('GET /dataset_imports/{id}, /source and /report', () => {
  const parts = ['', '/source', '/report']

  test("404 for another client's import, word for word as for an absent one", async () => {
    const { id } = await imported(unique('ds'), csv('country', 'fr'), { application: 'rival' })

    for (const part of parts) {
      const others = await v2('GET', `/dataset_imports/${id}${part}`)
      const unknown = await v2('GET', `/dataset_imports/${ABSENT}${part}`)
      assert.deepEqual([others.statusCode, unknown.statusCode], [404, 404])
      assert.deepEqual(unknown.json(), { code: 'not_found', message: `Data set import ${ABSENT} not found.` })
      assert.equal(others.body.replaceAll(id, '…'), unknown.body.replaceAll(ABSENT, '…'))
    }
  })

  for (const id of ['1', 'source', ABSENT.slice(1), `${ABSENT}0`, `${ABSENT.slice(1)}g`, "'; --", 'é', '%00']) {
    test(`404 for ${id}, which is not a UUID`, async () => {
      for (const part of parts) {
        const answer = await v2('GET', `/dataset_imports/${id === '%00' ? id : encodeURIComponent(id)}${part}`)
        assert.deepEqual([answer.statusCode, answer.json().code], [404, 'not_found'])
      }
    })
  }

  test('200 takes the id in capital letters', async () => {
    const { id } = await imported(unique('ds'), csv('country', 'fr'))

    for (const part of parts) {
      assert.equal((await v2('GET', `/dataset_imports/${id.toUpperCase()}${part}`)).statusCode, 200)
    }
  })

  test('405 for methods that there are not', async () => {
    const { id } = await submit(unique('ds'), csv('country', 'fr'))

    const answers = [await v2('DELETE', `/dataset_imports/${id}`), await v2('PUT', `/dataset_imports/${id}/source`)]

    assert.deepEqual(
      answers.map((answer) => answer.statusCode),
      [405, 405],
    )
  })
})

describe('GET /dataset_imports/{id}/source', () => {
  test('200 streams every byte with its name and size, to be saved', async () => {
    const bytes = Buffer.from('\uFEFFcountry;country.fr-fr\r\nfr;"La\nFrance"\r\n')
    const upload_id = await upload(bytes, { filename: 'pays du monde.csv' })
    const { id } = (await create({ dataset_id: unique('ds'), upload_id })).json()

    const answer = await v2('GET', `/dataset_imports/${id}/source`)

    assert.equal(answer.statusCode, 200)
    assert.deepEqual(answer.rawPayload, bytes)
    assert.match(String(answer.headers['content-type']), /^text\/csv/)
    assert.match(String(answer.headers['content-disposition']), /^attachment; filename="pays du monde.csv"/)
    assert.equal(answer.headers['content-length'], String(bytes.length))
    assert.equal(answer.headers['x-content-type-options'], 'nosniff')
  })

  test('200 also for a file that is not valid CSV at all, and nobody takes it for one', async () => {
    const bytes = Buffer.from('<html><script>alert(1)</script></html>')
    const { id } = await imported(unique('ds'), bytes)

    const answer = await v2('GET', `/dataset_imports/${id}/source`)

    assert.deepEqual(answer.rawPayload, bytes)
    assert.match(String(answer.headers['content-disposition']), /^attachment/)
    assert.equal(answer.headers['x-content-type-options'], 'nosniff')
  })
})

describe('GET /dataset_imports/{id}/report', () => {
  const report = (id: string) => v2('GET', `/dataset_imports/${id}/report`)

  test('200 is a header alone before the import ran, and when nothing was wrong', async () => {
    const waiting = await submit(unique('ds'), csv('country', 'fr'))
    const good = await imported(unique('ds'), csv('country', 'fr'))

    for (const { id } of [waiting, good]) {
      const answer = await report(id)
      assert.equal(answer.statusCode, 200)
      assert.equal(answer.body, 'line,severity,field,code,message\r\n')
    }
  })

  test('200 is a CSV file to be saved, named after the import', async () => {
    const { id } = await imported(unique('ds'), csv('country', 'f.r'))

    const { headers } = await report(id)

    assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
    assert.equal(headers['content-disposition'], `attachment; filename="report-${id}.csv"`)
    assert.equal(headers['x-content-type-options'], 'nosniff')
  })

  test('200 has errors and warnings, each on a line of its own', async () => {
    const { id } = await imported(
      unique('ds'),
      csv('country,country.en-us,city', 'fr,France,', 'e.s,,', 'fr,Frankreich,', ',,x'),
      { on_error: 'skip' },
    )

    const { body } = await report(id)

    assert.deepEqual(body.split('\r\n'), [
      'line,severity,field,code,message',
      '3,error,country,invalid_code,"A code must have 1 to 255 characters, without dots, slashes or control characters."',
      '5,error,country,missing_code,The code of country is missing.',
      '4,warning,country,named_differently,"Line 2 has another name for fr; this line takes precedence."',
      '',
    ])
  })

  test('200 quotes columns and paths that hold quotes, delimiters and line breaks', async () => {
    const header = await imported(unique('ds'), csv('"a ""b"", c;\td"', 'x'))
    const path = await imported(unique('ds'), csv('a,a.en-us', '"x "",y",One', '"x "",y",Two'))

    const bodies = [(await report(header.id)).body, (await report(path.id)).body]

    assert.ok(bodies[0]?.includes('\r\n1,error,"a ""b"", c;\td",invalid_dimension,'), bodies[0])
    assert.ok(bodies[1]?.includes(`\r\n3,warning,a,named_differently,"Line 2 has another name for x "",y;`), bodies[1])
  })

  test('200 has every line where the record has the first 100', async () => {
    const rows = Array.from({ length: 5200 }, () => ',x')
    const { id, errors, stats } = await imported(unique('ds'), csv('a,b', ...rows, 'y,1'))

    const lines = (await report(id)).body.split('\r\n').slice(1, -1)

    assert.equal(stats.row_errors, 5200)
    assert.deepEqual(
      errors.map(({ line }) => line),
      Array.from({ length: 100 }, (_, index) => index + 2),
    )
    assert.deepEqual(
      lines.map((line) => Number(line.split(',')[0])),
      rows.map((_, index) => index + 2),
    )
  })

  test('200 shows errors in the record and no warnings', async () => {
    const dataset = await aDataset(service, { dimensions: ['country'] })

    const done = await imported(dataset, csv('country,country.en-us', 'fr,A', 'fr,B', 'fr,C'))

    assert.deepEqual([done.result, done.stats.warnings, done.errors], ['success', 2, []])
    assert.equal((await report(done.id)).body.split('\r\n').length, 4)
  })
})
