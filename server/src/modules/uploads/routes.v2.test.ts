import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { startApp, type TestApplication } from '#test/harness/app.ts'
import { aDataset, unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { importCalls } from '#test/harness/features/imports.ts'
import { expireUploads } from './jobs.ts'

const LIMIT_BYTES = 4 * 1024 * 1024
const DAY_SECONDS = 24 * 60 * 60

const service = await startApp()
const { app, as, requestToken, v2, pool, clock, blobsFolder } = service
const { upload } = importCalls(service)
const address = await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo

type Sent = { body?: NonNullable<RequestInit['body']>; headers?: Record<string, string>; application?: TestApplication }
type Answer = {
  id: string
  filename: string
  content_type: string
  size: number
  sha256: string
  created_at: string
  expires_at: string
  code?: string
  message?: string
  errors?: { field: string; code: string; message: string }[]
}

/** A call over a real connection: what a caller hears is part of what is tested. */
async function post({ body, headers = {}, application = 'payroll' }: Sent) {
  const answer = await fetch(`${address}/api/v2/client/uploads`, {
    method: 'POST',
    headers: { ...(await as(application)), ...headers },
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, json: (await answer.json()) as Answer }
}
const postForm = (form: FormData, options: Sent = {}) => post({ body: form, ...options })
const postRaw = (body: string | Buffer, disposition?: string, headers: Record<string, string> = {}) =>
  post({
    body: body as string,
    headers: {
      'content-type': 'application/octet-stream',
      ...(disposition === undefined ? {} : { 'content-disposition': disposition }),
      ...headers,
    },
  })

/** A form; an entry is a field, or a file with its name. */
function form(entries: Record<string, string | [content: string | Buffer, filename: string]>): FormData {
  const made = new FormData()
  for (const [name, value] of Object.entries(entries)) {
    if (typeof value === 'string') made.append(name, value)
    else made.append(name, new File([value[0] as string], value[1]))
  }
  return made
}

/** A form as bytes, for what FormData does not write. */
function rawForm(...parts: [disposition: string, content: string][]): Sent {
  const body = parts.map(([one, text]) => `--edge\r\nContent-Disposition: form-data; ${one}\r\n\r\n${text}\r\n`)
  return { body: `${body.join('')}--edge--\r\n`, headers: { 'content-type': 'multipart/form-data; boundary=edge' } }
}

async function storedFiles(): Promise<string[]> {
  const entries = await readdir(blobsFolder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const countUploads = async () => (await pool.query('SELECT count(*)::integer FROM uploads')).rows[0].count as number

/** What a call leaves: files and rows more than before. */
async function leftBy<T>(act: () => Promise<T>) {
  const files = (await storedFiles()).length
  const rows = await countUploads()
  const answer = await act()
  return { answer, left: [(await storedFiles()).length - files, (await countUploads()) - rows] }
}

describe('POST /uploads with a form', () => {
  test('201 keeps the file for a day, and says what it is', async () => {
    const content = `${unique('code')},name\n`

    const { answer, left } = await leftBy(() => postForm(form({ file: [content, 'values.csv'] })))

    const { id, created_at, expires_at, ...facts } = answer.json
    assert.equal(answer.status, 201)
    assert.match(id, /^[0-9a-f-]{36}$/)
    assert.deepEqual(facts, {
      filename: 'values.csv',
      content_type: 'text/csv',
      size: content.length,
      sha256: sha256(content),
    })
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    assert.equal(Date.parse(expires_at) - Date.parse(created_at), DAY_SECONDS * 1000)
    assert.ok(Math.abs(Date.parse(created_at) - clock.now().getTime()) < 60_000)
    assert.deepEqual(left, [1, 1])
  })

  test('201 says what the bytes are, not what the caller says', async () => {
    const body = new FormData()
    body.set('file', new File(['%PDF-1.7\n'], 'values.csv', { type: 'text/csv' }))

    const { json } = await postForm(body)

    assert.equal(json.content_type, 'application/pdf')
  })

  test('201 takes an empty file', async () => {
    const { status, json } = await postForm(form({ file: ['', 'empty.csv'] }))

    assert.equal(status, 201)
    assert.deepEqual([json.size, json.content_type, json.sha256], [0, 'text/csv', sha256('')])
  })

  test('201 takes a file of just the limit', async () => {
    const { status, json } = await postForm(form({ file: [Buffer.alloc(LIMIT_BYTES, 'x'), 'a.csv'] }))

    assert.deepEqual([status, json.size], [201, LIMIT_BYTES])
  })

  test('201 gives equal bytes two ids, and keeps them once', async () => {
    const content = unique('same')

    const { answer, left } = await leftBy(async () => [
      await postForm(form({ file: [content, 'a.csv'] })),
      await postForm(form({ file: [content, 'b.csv'] }), { application: 'rival' }),
    ])

    assert.notEqual(answer[0]?.json.id, answer[1]?.json.id)
    assert.deepEqual(
      answer.map((one) => one.json.filename),
      ['a.csv', 'b.csv'],
    )
    assert.deepEqual(left, [1, 2])
  })

  test('201 ignores other parts, files among them', async () => {
    const { answer, left } = await leftBy(() =>
      postForm(form({ note: 'hello', other: [unique('other'), 'o.txt'], file: [unique('it'), 'a.csv'], last: 'bye' })),
    )

    assert.deepEqual([answer.status, answer.json.filename], [201, 'a.csv'])
    assert.deepEqual(left, [1, 1])
  })

  const names: [sent: string, kept: string][] = [
    ['filename="été 🙂.csv"', 'été 🙂.csv'],
    ['filename="C:\\Users\\me\\a.csv"', 'a.csv'],
    ['filename="../../etc/passwd"', 'passwd'],
    ['filename=a.csv', 'a.csv'],
  ]
  for (const [sent, kept] of names) {
    test(`201 keeps ${kept} of ${sent}`, async () => {
      const { status, json } = await post(rawForm([`name="file"; ${sent}`, 'x']))

      assert.deepEqual([status, json.filename], [201, kept])
    })
  }

  const refused: [string, () => Sent, { field: string; code: string }][] = [
    ['without the part file', () => ({ body: form({ other: 'x' }) }), { field: 'file', code: 'required' }],
    ['without any part', () => rawForm(), { field: 'file', code: 'required' }],
    ['whose part file is a text', () => ({ body: form({ file: 'a,b' }) }), { field: 'file', code: 'required' }],
    [
      'with two files',
      () => rawForm(['name="file"; filename="a"', unique('a')], ['name="file"; filename="b"', unique('b')]),
      { field: 'file', code: 'repeated' },
    ],
    [
      'with a name of blanks',
      () => rawForm(['name="file"; filename="  "', 'x']),
      { field: 'filename', code: 'invalid' },
    ],
    [
      'with a name of 256 characters',
      () => rawForm([`name="file"; filename="${'x'.repeat(256)}"`, 'x']),
      { field: 'filename', code: 'invalid' },
    ],
  ]
  for (const [what, sent, error] of refused) {
    test(`422 refuses one ${what}, and keeps no upload`, async () => {
      const before = await countUploads()

      const { status, json } = await post(sent())

      assert.equal(status, 422)
      assert.equal(json.code, 'validation_error')
      assert.deepEqual(
        json.errors?.map(({ field, code }) => ({ field, code })),
        [error],
      )
      assert.equal(await countUploads(), before)
    })
  }

  test('400 refuses a broken form', async () => {
    const { status, json } = await post({
      body: '--edge\r\nContent-Dispos',
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    })

    assert.deepEqual([status, json.code], [400, 'invalid_request'])
  })

  test('413 refuses a file over the limit, and leaves nothing', async () => {
    const { answer, left } = await leftBy(() =>
      postForm(form({ file: [Buffer.alloc(LIMIT_BYTES + 1, unique('x')), 'a.csv'] })),
    )

    assert.deepEqual([answer.status, answer.json.code], [413, 'file_too_large'])
    assert.deepEqual(left, [0, 0])
  })
})

describe('POST /uploads with the file as the body', () => {
  test('201 keeps the bytes as they are, whatever their type', async () => {
    const content = Buffer.from([0, 0xff, ...Buffer.from(unique('{"no json'))])

    for (const type of ['application/octet-stream', 'application/json', 'text/csv', 'application/pdf']) {
      const { status, json } = await postRaw(content, 'attachment; filename="a.bin"', { 'content-type': type })

      assert.equal(status, 201)
      assert.deepEqual(
        [json.size, json.sha256, json.content_type],
        [content.length, sha256(content), 'application/octet-stream'],
      )
    }
  })

  const names: [header: string, kept: string][] = [
    ['attachment; filename="a b.csv"', 'a b.csv'],
    ['attachment; filename=a.csv', 'a.csv'],
    [`attachment; filename="x.csv"; filename*=UTF-8''%C3%A9t%C3%A9%20%E2%82%AC.csv`, 'été €.csv'],
    [`attachment; filename*=UTF-8''..%2F..%2Fa.csv`, 'a.csv'],
    ['attachment; filename="C:\\\\me\\\\a.csv"', 'a.csv'],
    ['attachment; filename="/etc/passwd"', 'passwd'],
  ]
  for (const [header, kept] of names) {
    test(`201 keeps the name ${kept} of ${header}`, async () => {
      const { status, json } = await postRaw('x', header)

      assert.deepEqual([status, json.filename], [201, kept])
    })
  }

  test('201 takes a file of just the limit, and an empty one', async () => {
    const most = await postRaw(Buffer.alloc(LIMIT_BYTES, 'y'), 'attachment; filename="a.csv"')
    const least = await postRaw('', 'attachment; filename="a.csv"')

    assert.deepEqual([most.status, most.json.size], [201, LIMIT_BYTES])
    assert.deepEqual([least.status, least.json.size], [201, 0])
  })

  for (const name of ['', '..', 'a/', '%00', 'a%0D%0Ab', 'x'.repeat(256)]) {
    test(`422 refuses the name ${JSON.stringify(name.slice(0, 10))}, and leaves nothing`, async () => {
      const { answer, left } = await leftBy(() =>
        postRaw(unique('x'), `attachment; filename="${name}"; filename*=UTF-8''${name}`),
      )

      assert.equal(answer.status, 422)
      assert.deepEqual(answer.json.errors, [
        { field: 'filename', code: 'invalid', message: 'A file name must have 1 to 255 characters.' },
      ])
      assert.deepEqual(left, [0, 0])
    })
  }

  for (const header of [undefined, 'attachment', 'inline; name="a"']) {
    test(`400 refuses a body with the Content-Disposition ${header}, and leaves nothing`, async () => {
      const { answer, left } = await leftBy(() => postRaw(unique('x'), header))

      assert.deepEqual([answer.status, answer.json.code], [400, 'invalid_request'])
      assert.match(answer.json.message ?? '', /part file.*Content-Disposition/)
      assert.deepEqual(left, [0, 0])
    })
  }

  test('413 refuses a file over the limit, and leaves nothing', async () => {
    const { answer, left } = await leftBy(() =>
      postRaw(Buffer.alloc(LIMIT_BYTES + 1, unique('z')), 'attachment; filename="a.csv"'),
    )

    assert.deepEqual([answer.status, answer.json.code], [413, 'file_too_large'])
    assert.deepEqual(left, [0, 0])
  })
})

describe('POST /uploads is refused', () => {
  const file = () => form({ file: [unique('x'), 'a.csv'] })

  test('401 without a token, and leaves nothing', async () => {
    const { answer, left } = await leftBy(() => post({ body: file(), headers: { authorization: 'Bearer nonsense' } }))

    assert.equal(answer.status, 401)
    assert.deepEqual(left, [0, 0])
  })

  test('403 to an application that may only read, and leaves nothing', async () => {
    const { answer, left } = await leftBy(() => postForm(file(), { application: 'reader' }))

    assert.deepEqual([answer.status, answer.json.code], [403, 'insufficient_scope'])
    assert.deepEqual(left, [0, 0])
  })
})

describe('a connection that breaks in the middle of a file', () => {
  const bodies: [string, string, string][] = [
    ['a body', 'Content-Type: text/csv\r\nContent-Disposition: attachment; filename="a.csv"', ''],
    [
      'a form',
      'Content-Type: multipart/form-data; boundary=edge',
      '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n',
    ],
  ]
  for (const [what, headers, start] of bodies) {
    test(`leaves nothing of ${what}, and harms nobody`, async () => {
      const { authorization } = await as('payroll')

      const { left } = await leftBy(async () => {
        const socket = connect(port, '127.0.0.1')
        await once(socket, 'connect')
        socket.write(
          `POST /api/v2/client/uploads HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n${headers}\r\nContent-Length: 2000000\r\n\r\n${start}`,
        )
        socket.write(Buffer.alloc(900_000, unique('x')))
        await eventually(async () => (await storedFiles()).some((one) => one.includes('incoming')))
        socket.destroy()
        await eventually(async () => !(await storedFiles()).some((one) => one.includes('incoming')))
      })

      assert.deepEqual(left, [0, 0])
      assert.equal((await postRaw('x', 'attachment; filename="a.csv"')).status, 201)
    })
  }
})

describe('an upload', () => {
  const use = (dataset_id: string, upload_id: string, application: TestApplication = 'payroll') =>
    v2('POST', '/dataset_imports', { application, body: { dataset_id, upload_id } })
  const unknown = (id: string) => [
    { field: 'upload_id', code: 'unknown_upload', message: `Upload ${id} not found, or it has expired.` },
  ]

  test('can be used by its client, more than once, and by nobody else', async () => {
    const mine = await aDataset(service)
    const theirs = unique('ds')
    await v2('PUT', `/datasets/${theirs}`, { application: 'rival', body: { localized_names: [], dimensions: [] } })
    const id = await upload('country\nfr\n')

    const uses = [await use(mine, id), await use(mine, id)]
    const foreign = await use(theirs, id, 'rival')

    assert.deepEqual(
      uses.map((one) => one.statusCode),
      [201, 201],
    )
    assert.equal(foreign.statusCode, 422)
    assert.deepEqual(foreign.json().errors, unknown(id))
  })

  for (const id of ['00000000-0000-7000-8000-000000000000', 'nonsense', '']) {
    test(`that does not exist is refused: ${JSON.stringify(id)}`, async () => {
      const answer = await use(await aDataset(service), id)

      assert.equal(answer.statusCode, 422)
      assert.equal(answer.json().errors[0].field, 'upload_id')
    })
  }

  // The clock goes on from here, so it is the last.
  test('expires after a day, and is then forgotten by a job that spares younger ones', async () => {
    const dataset = await aDataset(service)
    // Tokens expire on the way.
    const anew = async () => ({ authorization: `Bearer ${await requestToken('payroll')}` })
    const useAnew = async (upload_id: string) =>
      v2('POST', '/dataset_imports', { headers: await anew(), body: { dataset_id: dataset, upload_id } })
    const isKept = async (id: string) => (await pool.query('SELECT FROM uploads WHERE id = $1', [id])).rowCount === 1
    const expire = () => expireUploads.run({}, { ...service, signal: new AbortController().signal })
    const old = await upload(unique('old'))

    clock.advance(DAY_SECONDS - 60)
    const young = (await postForm(form({ file: ['x', 'a.csv'] }), { headers: await anew() })).json.id
    await expire()
    const keptUntilThen = await isKept(old)
    const inTime = await useAnew(old)
    clock.advance(61)
    const late = await useAnew(old)
    await expire()

    assert.equal(keptUntilThen, true)
    assert.equal(inTime.statusCode, 201)
    assert.equal(late.statusCode, 422)
    assert.deepEqual(late.json().errors, unknown(old))
    assert.deepEqual([await isKept(old), await isKept(young)], [false, true])
  })
})
