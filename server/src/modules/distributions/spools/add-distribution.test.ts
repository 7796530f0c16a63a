import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { aDistributionType, distributionCalls, withDistribution } from '#test/harness/features/distributions.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { rawForm } from '#test/harness/features/documents/traces.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { addDistribution } from './add-distribution.ts'

const service = await startApp()
const { app, pool, v2, db, namedBlobs, maxFileBytes } = service
const { project, send, spool, run, validate, read, readSpool } = distributionCalls(service)

const KEYED = { 'x-api-key': 'acme-api-key' }
const TYPE_ID = 4711
const type = await aDistributionType(service, { id: TYPE_ID })
const zipType = await aDistributionType(service, { format: 'zip_names', name: 'Files' })
const theirType = await aDistributionType(service, { id: 4712, owner: globex })

/** A file whose bytes no other file has, unless they are given. */
const aSpool = (bytes: string | Uint8Array = unique('bytes'), filename = 'spool.pdf') =>
  new File([Buffer.from(bytes)], filename)
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

type FormFields = Parameters<typeof send>[1]
/** A form that is accepted, but for what is changed. */
const aForm = (changes: FormFields = {}): FormFields => ({
  name: unique('spool'),
  distribution_type_value: type,
  source_file: aSpool(),
  ...changes,
})

/** What there is of spools, what is to be done with them, and what is told. */
async function traces(): Promise<unknown> {
  const { rows } = await pool.query(`
    SELECT (SELECT count(*) FROM distributions) AS spools, (SELECT count(*) FROM distribution_documents) AS documents,
      (SELECT count(*) FROM jobs.job WHERE name = 'distributions.process') AS jobs,
      (SELECT count(*) FROM events) AS events,
      (SELECT array_agg(status || ' ' || updated_at ORDER BY id) FROM distribution_projects) AS projects`)
  return rows[0]
}

type Answer = Awaited<ReturnType<typeof send>>

/** A refusal with exactly this body, after which there is nothing more than before. */
async function refused(status: number, body: unknown, act: () => Promise<Answer>): Promise<void> {
  const before = await traces()
  const answer = await act()
  assert.deepEqual([answer.statusCode, answer.json()], [status, body])
  assert.deepEqual(await traces(), before)
}

const isNamed = async (key: string) => (await namedBlobs(db, [key])).has(key)
const statusOf = async (id: number) => (await read(id)).status
const jobsOf = async (id: number) =>
  (
    await pool.query(
      `SELECT data FROM jobs.job WHERE name = 'distributions.process' AND data ->> 'distribution_id' = $1`,
      [String(id)],
    )
  ).rows.map((row) => row.data)

const shared = await project()

describe('POST /api/v1/distrib_projects/{project_id}/distributions/', () => {
  test('200 adds a spool that is new, has its job, and makes its project preparing', async () => {
    const id = await project()
    const bytes = aPdf(unique('text'))

    const answer = await send(id, { ...aForm(), name: 'July', source_file: aSpool(bytes, 'dossier/été "7".pdf') })

    const { distribution_id, ...rest } = answer.json()
    assert.equal(answer.statusCode, 200, answer.body)
    assert.ok(Number.isInteger(distribution_id))
    assert.deepEqual(rest, { msg: 'The spool July was received and is being processed.' })
    const { created_at, counts, ...stored } = await readSpool(distribution_id)
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    assert.deepEqual(new Set(Object.values(counts)), new Set([0]))
    assert.deepEqual(stored, {
      id: distribution_id,
      distribution_project_id: id,
      name: 'July',
      distribution_type: type,
      format: 'pdf_split',
      filename: stored.filename,
      size: bytes.byteLength,
      status: 'new',
      error: null,
      progress: 0,
      started_at: null,
      finished_at: null,
    })
    assert.match(stored.filename, /^[^/]*été.+7.+\.pdf$/)
    assert.deepEqual(await jobsOf(distribution_id), [{ client_id: 'acme', distribution_id }])
    const { status, distributions_count } = await read(id)
    assert.deepEqual([status, distributions_count], ['preparing', 1])
    assert.ok(await isNamed(sha256(bytes)))
    assert.equal(answer.headers.deprecation, '@1759276800')
  })

  test('200 finds the type by its code, by its number, and by its code when nothing says which', async () => {
    const forms: FormFields[] = [
      aForm({ distribution_type_type: 'code', distribution_type_value: zipType }),
      aForm({ distribution_type_type: 'id', distribution_type_value: String(TYPE_ID) }),
      aForm({ distribution_type_value: zipType }),
      aForm({ distribution_type_type: '', distribution_type_value: zipType }),
    ]

    const found: string[] = []
    for (const form of forms) {
      const answer = await send(shared, form)
      assert.equal(answer.statusCode, 200, answer.body)
      found.push((await readSpool(answer.json().distribution_id)).distribution_type)
    }

    assert.deepEqual(found, [zipType, type, zipType, zipType])
  })

  test('200 keeps the type as it was, whatever the set-up says later', async () => {
    const document_type = await aDocumentType(service)
    const id = 5000
    const code = unique('changing')
    await withDistribution(service, { types: [{ id, code, format: 'zip_index', document_type }] })
    const distribution = await spool(shared, { type: code, bytes: 'x' })

    await withDistribution(service, { types: [{ id, code: 'renamed', format: 'zip_index', document_type }] })

    assert.equal((await readSpool(distribution)).distribution_type, code)
    const answer = await send(shared, aForm({ distribution_type_value: code }))
    assert.equal(answer.statusCode, 400, answer.body)
  })

  test('200 whatever the order of the parts is, and keeps no part that nobody knows', async () => {
    const other = unique('other bytes')
    const { headers, payload } = rawForm(
      ['name="other"; filename="b.pdf"', other],
      ['name="source_file"; filename="a.pdf"', 'bytes'],
      ['name="unknown"', 'x'],
      ['name="distribution_type_value"', type],
      ['name="name"', unique('spool')],
    )
    const url = `/api/v1/distrib_projects/${shared}/distributions`

    const answer = await app.inject({ method: 'POST', url, headers: { ...headers, ...KEYED }, payload })

    assert.equal(answer.statusCode, 200, answer.body)
    assert.equal((await readSpool(answer.json().distribution_id)).size, 5)
    assert.equal(await service.blobs.size(sha256(other)), undefined)
  })

  test('200 for a name that another project has, and for the same bytes twice', async () => {
    const one = await project()
    const other = await project()
    const form = aForm({ source_file: aSpool('the same bytes') })

    const answers = [await send(one, form), await send(other, form), await send(one, { ...form, name: 'another' })]

    assert.deepEqual(
      answers.map((answer) => answer.statusCode),
      [200, 200, 200],
    )
  })

  test('200 for a name of 255 characters, and for one that differs by its case only', async () => {
    const name = '🙂'.repeat(254)

    const answers = [await send(shared, aForm({ name: `${name}a` })), await send(shared, aForm({ name: `${name}A` }))]

    for (const answer of answers) assert.equal(answer.statusCode, 200, answer.body)
  })

  test('200 for a project that waits for validation, which is preparing again', async () => {
    const id = await project()
    await run(await spool(id, { type, bytes: aPdf('nobody') }))
    assert.equal(await statusOf(id), 'waiting_for_validation')

    const answer = await send(id, aForm())

    assert.deepEqual([answer.statusCode, await statusOf(id)], [200, 'preparing'])
  })

  test('200 for a file that is as large as it may be', async () => {
    const answer = await send(shared, aForm({ source_file: aSpool(Buffer.alloc(maxFileBytes)) }))

    assert.equal(answer.statusCode, 200, answer.body)
  })

  test('the spool, its job and the move of its project vanish together when a later step fails', async () => {
    const id = await project()
    const { sizeBytes, sha256: key } = await service.blobs.put(Readable.from([Buffer.from('later')]))
    const file = { filename: 'a', content_type: 'application/pdf', sizeBytes, sha256: key }
    const form = { name: 'A', distribution_type_value: type }
    const before = await traces()

    const failing = service.doWork(acme, async (work) => {
      await addDistribution(work, { projectId: String(id), form, file }, service)
      throw new Error('rolled back')
    })

    await assert.rejects(failing, { message: 'rolled back' })
    assert.deepEqual(await traces(), before)
  })

  test('one wins of many at once with one name, and the others are refused', async () => {
    const id = await project()
    const sent = Array.from({ length: 6 }, (_, index) => `bytes ${index} ${id}`)

    const answers = await Promise.all(
      sent.map((bytes) => send(id, aForm({ name: 'the one', source_file: aSpool(bytes) }))),
    )

    const statuses = answers.map((one) => one.statusCode)
    assert.deepEqual(statuses.toSorted(), [200, 400, 400, 400, 400, 400])
    for (const answer of answers.filter((one) => one.statusCode === 400)) {
      assert.deepEqual(answer.json(), { errors: { name: ['The project already has a spool named the one.'] } })
    }
    assert.equal((await read(id)).distributions_count, 1)
    const named = await Promise.all(sent.map((bytes) => isNamed(sha256(bytes))))
    assert.deepEqual(
      named,
      statuses.map((status) => status === 200),
    )
  })
})

describe('POST /api/v1/distrib_projects/{project_id}/distributions/ refuses', () => {
  const REQUIRED = 'This field is required.'
  const UNCLEAN = 'This contains characters that cannot be stored.'
  const noFile = 'The form is missing the file part source_file.'
  const noType = (by: string, value: string) => [`Distribution type with ${by} ${value} not found.`]
  const long = (length: number) => 'a'.repeat(length)
  const invalid: [what: string, changes: FormFields, errors: Record<string, string[]>][] = [
    ['no name', { name: undefined }, { name: [REQUIRED] }],
    ['an empty name', { name: '' }, { name: [REQUIRED] }],
    ['a name that is sent as a file', { name: aSpool() }, { name: [REQUIRED] }],
    ['a name that is too long', { name: long(256) }, { name: ['This exceeds 255 characters.'] }],
    ['a name with NUL', { name: 'a\0' }, { name: [UNCLEAN] }],
    ['no file', { source_file: undefined }, { source_file: [noFile] }],
    ['a file that is sent as a text', { source_file: '%PDF-' }, { source_file: [noFile] }],
    ['an empty file', { source_file: aSpool('') }, { source_file: ['The file is empty.'] }],
    ['no type', { distribution_type_value: undefined }, { distribution_type_value: [REQUIRED] }],
    [
      'a type that is too long',
      { distribution_type_value: long(101) },
      { distribution_type_value: ['This exceeds 100 characters.'] },
    ],
    [
      'another way to name a type',
      { distribution_type_type: 'name' },
      { distribution_type_type: ['This must be one of code, id.'] },
    ],
    [
      'several mistakes at once',
      { name: undefined, distribution_type_type: 'CODE', distribution_type_value: '' },
      {
        name: [REQUIRED],
        distribution_type_value: [REQUIRED],
        distribution_type_type: ['This must be one of code, id.'],
      },
    ],
    ...(
      [
        ['code', 'nothing'],
        ['code', type.toUpperCase()],
        ['code', String(TYPE_ID)],
        ['code', theirType],
        ['id', '999999'],
        ['id', type],
        ['id', `0${TYPE_ID}`],
        ['id', '4712'],
        ['id', '99999999999999999999'],
      ] as const
    ).map(([by, value]): [string, FormFields, Record<string, string[]>] => [
      `a type that the client does not have: ${by} ${value}`,
      { distribution_type_type: by, distribution_type_value: value },
      { distribution_type_value: noType(by, value) },
    ]),
  ]
  for (const [what, changes, errors] of invalid) {
    test(`400 on ${Object.keys(errors).join(', ')} for ${what}`, async () => {
      await refused(400, { errors }, () => send(shared, aForm(changes)))
    })
  }

  test('400 on the part that is sent twice', async () => {
    const once = [
      ['name="name"', 'A'],
      ['name="distribution_type_value"', type],
      ['name="source_file"; filename="a"', 'a'],
    ] satisfies [string, string][]
    const url = `/api/v1/distrib_projects/${shared}/distributions/`

    for (const [index, field] of ['name', 'distribution_type_value', 'source_file'].entries()) {
      const { headers, payload } = rawForm(...once, once[index] ?? assert.fail())

      await refused(400, { errors: { [field]: ['This field must be sent only once.'] } }, () =>
        app.inject({ method: 'POST', url, headers: { ...headers, ...KEYED }, payload }),
      )
    }
  })

  test('400 on name when it is taken in the project, and the bytes are not named', async () => {
    await spool(shared, { type, bytes: 'first', name: 'taken' })
    const bytes = unique('second')

    const errors = { name: ['The project already has a spool named taken.'] }
    await refused(400, { errors }, () => send(shared, aForm({ name: 'taken', source_file: aSpool(bytes) })))

    assert.equal(await isNamed(sha256(bytes)), false)
  })

  test('200 for a name that is free again after its spool was removed', async () => {
    const id = await project()
    const first = await spool(id, { type, bytes: 'x', name: 'A' })
    assert.equal((await v2('DELETE', `/distributions/${first}`)).statusCode, 204)

    const answer = await send(id, aForm({ name: 'A' }))

    assert.equal(answer.statusCode, 200, answer.body)
  })

  test('404 with a text for a project that there is not, before anything else is looked at', async () => {
    const theirs = await project({}, { key: 'globex-api-key' })

    for (const id of ['abc', '0', '-1', '1.5', '2147483648', '99999999999', String(theirs), `${shared}x`]) {
      await refused(404, { errors: `Distribution project ${id} not found.` }, () => send(id, aForm()))
      await refused(404, { errors: `Distribution project ${id} not found.` }, () => send(id, {}))
    }
    await refused(404, { errors: `Distribution project ${shared} not found.` }, () =>
      send(shared, aForm({ distribution_type_value: theirType }), { key: 'globex-api-key' }),
    )
  })

  test('400 on project_id when the project was canceled, validated or completed; the bytes are not named', async () => {
    const canceled = await project()
    assert.equal((await v2('POST', `/distribution_projects/${canceled}/cancel`)).statusCode, 200)
    const validated = await project()
    await run(await spool(validated, { type, bytes: aPdf('nobody') }))
    assert.equal((await validate(validated)).statusCode, 200)
    const bytes = unique('late')

    for (const [id, status] of [
      [canceled, 'canceled'],
      [validated, 'validated'],
      [validated, 'delivering'],
      [validated, 'completed'],
    ] as const) {
      await pool.query(
        `UPDATE distribution_projects SET status = $2::text::distribution_project_status,
           ended_at = CASE WHEN $2 IN ('canceled', 'completed') THEN now() END WHERE id = $1`,
        [id, status],
      )

      const errors = { project_id: [`The project is ${status} and accepts no more spools.`] }
      await refused(400, { errors }, () => send(id, aForm({ source_file: aSpool(bytes) })))
    }
    assert.equal(await isNamed(sha256(bytes)), false)
  })

  test('413 for a file that is too large, wherever it stands in the form', async () => {
    const large = aSpool(Buffer.alloc(maxFileBytes + 1, unique('x')))
    const { source_file: _, ...rest } = aForm()

    for (const form of [
      { ...rest, source_file: large },
      { source_file: large, ...rest },
    ]) {
      await refused(413, { errors: 'The file is too large.' }, () => send(shared, form))
    }
  })

  test('400 with a text for a body that is not a form in parts', async () => {
    const url = `/api/v1/distrib_projects/${shared}/distributions/`
    const bodies: [contentType: string, payload: string][] = [
      ['application/json', '{"name":"A"}'],
      ['application/x-www-form-urlencoded', 'name=A'],
      ['application/zip', 'PK'],
    ]
    const errors = 'The body must be multipart/form-data.'

    for (const [contentType, payload] of bodies) {
      const headers = { ...KEYED, 'content-type': contentType }
      await refused(400, { errors }, () => app.inject({ method: 'POST', url, headers, payload }))
    }
    await refused(400, { errors }, () => app.inject({ method: 'POST', url, headers: KEYED }))
    const headers = { ...KEYED, 'content-type': 'multipart/form-data; boundary=edge' }
    await refused(400, { errors: 'The multipart body is malformed.' }, () =>
      app.inject({ method: 'POST', url, headers, payload: '--edge\r\nContent-Disposition: form-data; name="na' }),
    )
  })

  test('403 without a key, with a wrong one, and with a token of the other API', async () => {
    const missing = 'An API key is required.'
    for (const [key, message] of [
      [null, missing],
      ['no-such-key', 'The API key is not valid.'],
    ] as const) {
      await refused(403, { code: 403, message, detail: message }, () => send(shared, aForm(), { key }))
    }
    const url = `/api/v1/distrib_projects/${shared}/distributions/`
    const headers = await service.as('payroll')
    await refused(403, { code: 403, message: missing, detail: missing }, () =>
      app.inject({ method: 'POST', url, headers }),
    )
  })

  test('405 for other methods', async () => {
    const url = `/api/v1/distrib_projects/${shared}/distributions/`

    const answer = await app.inject({ method: 'GET', url, headers: KEYED })

    assert.deepEqual([answer.statusCode, answer.headers.allow], [405, 'POST'])
  })
})
