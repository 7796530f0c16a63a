import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { putForm } from '#modules/requests/forms/put-form.ts'
import type { FormInput } from '#modules/requests/forms/schemas.ts'
import type { Comment, Request } from '#modules/requests/schemas.ts'
import { createRequest } from '#modules/requests/submission/create-request.ts'
import type { Submitted } from '#modules/requests/submission/parse-answers.ts'
import { sweepBlobs } from '#platform/blobs/jobs.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, unique } from '#test/harness/builders.ts'
import { untilWaiting } from '#test/harness/database/until-waiting.ts'
import { aManager } from '#test/harness/features/directory/builders.ts'
import { documentTraces, rawForm } from '#test/harness/features/documents/traces.ts'
import { aFile, type FormFields, KEY, RIVAL_KEY, refusedFields, requestCalls } from '#test/harness/features/requests.ts'
import { runJob } from '#test/harness/features/webhooks/deliveries.ts'
import { aPdf } from '#test/harness/files/pdf.ts'

const service = await startApp()
const { app, blobs, db, doWork, pool } = service
const { call, post, made, read, send, patched } = requestCalls(service)
const { storedFiles, pathOf } = documentTraces(service)
const creator_technical_id = await aManager(service)

async function aForm(fields: FormInput['fields']): Promise<string> {
  const code = unique('f')
  await doWork(acme, (work) => putForm(work, code, { title: 'A form', fields }))
  return code
}
const form_code = await aForm([
  { code: 'proof', label: 'Proof', type: 'file' },
  { code: 'photo', label: 'Photo', type: 'file' },
  { code: 'why', label: 'Why', type: 'text' },
])
const strict = await aForm([{ code: 'proof', label: 'Proof', type: 'file', required: true }])

const sha256Of = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const isStored = async (bytes: string) => (await blobs.size(sha256Of(bytes))) !== undefined

type Options = { method?: 'GET' | 'HEAD'; key?: string | null; headers?: Record<string, string> }
function get(url: unknown, { method = 'GET', key = KEY, headers = {} }: Options = {}) {
  return app.inject({
    method,
    url: String(url),
    headers: { ...headers, ...(key === null ? {} : { 'x-api-key': key }) },
  })
}

const withProof = (content: string, name = 'letter.txt'): Promise<Request> =>
  made({ form_code, creator_technical_id, proof: aFile(content, name) })

async function commentedWith(id: string, ...files: File[]): Promise<Comment> {
  const answer = await send(`/requests/${id}/comments/`, { body: 'See there', files })
  assert.equal(answer.statusCode, 201, answer.body)
  return answer.json()
}

describe('POST /api/requests/ with files', () => {
  test('200 holds a relative URI for each file field, and a row names the bytes', async () => {
    const pdf = aPdf(unique('said'))
    const text = unique('said')
    const fields = { form_code, creator_technical_id, why: 'So', proof: aFile(new Uint8Array(pdf), 'Née.PDF', 'x/y') }

    const request = await made({ ...fields, photo: aFile(text, 'a.txt') })

    assert.deepEqual(request.body_json, {
      why: 'So',
      proof: `/api/requests/${request.id}/files/proof/`,
      photo: `/api/requests/${request.id}/files/photo/`,
    })
    assert.deepEqual(await read(request.id), request)
    const rows = await db.selectFrom('request_files').selectAll().where('request_id', '=', request.id).execute()
    assert.deepEqual(
      rows
        .sort((one, other) => one.position - other.position)
        .map((one) => [one.field_code, one.comment_id, one.filename, one.content_type, one.size, one.sha256]),
      [
        ['proof', null, 'Née.PDF', 'application/pdf', String(pdf.length), sha256Of(pdf)],
        ['photo', null, 'a.txt', 'text/plain', String(text.length), sha256Of(text)],
      ],
    )
    assert.deepEqual((await get(request.body_json?.proof)).rawPayload, pdf)
    assert.equal((await get(request.body_json?.photo)).body, text)
  })

  test('200 takes the file whether the form is named before or after it', async () => {
    const before = unique('x')
    const after = unique('x')

    const requests = [
      await made({ form_code, creator_technical_id, proof: aFile(before) }),
      await made({ proof: aFile(after), creator_technical_id, form_code }),
    ]

    const bodies = await Promise.all(requests.map(async ({ body_json }) => (await get(body_json?.proof)).body))
    assert.deepEqual(bodies, [before, after])
  })

  test('200 takes equal bytes for two fields and for two requests', async () => {
    const content = unique('same')
    const fields = { form_code, creator_technical_id, proof: aFile(content, 'a.txt'), photo: aFile(content, 'b.txt') }

    const requests = [await made(fields), await made(fields)]

    for (const { body_json } of requests) {
      const files = [await get(body_json?.proof), await get(body_json?.photo)]
      assert.deepEqual(
        files.map((one) => [one.body, one.headers['content-disposition']]),
        [
          [content, 'attachment; filename="a.txt"'],
          [content, 'attachment; filename="b.txt"'],
        ],
      )
    }
  })

  test('200 serves the file of a field whatever its code is', async () => {
    for (const code of ['é %?#&+;=', 'a.b', '100%', '...', 'naïve 🙂', "a'b(c)*"]) {
      const odd = await aForm([{ code, label: code, type: 'file' }])
      const content = unique('x')

      const request = await made({ form_code: odd, creator_technical_id, [code]: aFile(content) })

      const uri = request.body_json?.[code]
      assert.equal(uri, `/api/requests/${request.id}/files/${encodeURIComponent(code)}/`)
      assert.equal((await get(uri)).body, content, code)
    }
  })

  test('200 takes an empty file as left out, as browsers send a field that nobody filled', async () => {
    const texts = Object.entries({ form_code, creator_technical_id }).map(([name, text]): [string, string] => [
      `name="${name}"`,
      text,
    ])
    const untouched: [string, string] = ['name="proof"; filename=""\r\nContent-Type: application/octet-stream', '']
    const { headers, payload } = rawForm(...texts, untouched)

    const byBrowser = await app.inject({
      method: 'POST',
      url: '/api/requests/',
      payload,
      headers: { ...headers, 'x-api-key': KEY },
    })
    const named = await made({ proof: aFile(''), form_code, creator_technical_id })

    assert.deepEqual([byBrowser.json().body_json, named.body_json], [{}, {}])
    assert.equal((await get(`/api/requests/${named.id}/files/proof/`)).statusCode, 404)
  })

  test('200 takes an empty file for a text field as left out, wherever the form is named', async () => {
    const requests = [
      await made({ why: aFile(''), form_code, creator_technical_id }),
      await made({ form_code, creator_technical_id, why: aFile('') }),
    ]

    for (const { body_json } of requests) assert.deepEqual(body_json, {})
  })

  test('400 on a required file that is left out or empty', async () => {
    const parts: FormFields[] = [{}, { proof: '' }, { proof: aFile('') }, { proof: [aFile(''), aFile('')] }]

    for (const one of parts) {
      const answer = await post({ form_code: strict, creator_technical_id, ...one })

      assert.deepEqual(answer.json(), [{ proof: ['This field is required.'] }])
    }
  })

  const unfit: [string, FormFields, object][] = [
    ['a file field that is a text', { proof: 'text' }, { proof: ['This must be a file.'] }],
    [
      'a file field that is a text and a file',
      { proof: ['t', aFile()] as File[] },
      { proof: ['This must be a file.'] },
    ],
    [
      'a file field that is two files',
      { proof: [aFile('a'), aFile('b')] },
      { proof: ['This field must be sent only once.'] },
    ],
    ['a text field that is a file', { why: aFile() }, { why: ['This must be text, not a file.'] }],
    [
      'a text field that is a text and a file',
      { why: ['t', aFile()] as File[] },
      { why: ['This must be text, not a file.'] },
    ],
  ]
  for (const [what, fields, error] of unfit) {
    test(`400 on ${what}, wherever the form is named`, async () => {
      const answers = [
        await post({ form_code, creator_technical_id, ...fields }),
        await post({ ...fields, form_code, creator_technical_id }),
      ]

      for (const answer of answers) assert.deepEqual(answer.json(), [error])
      assert.deepEqual(refusedFields(answers[0] ?? assert.fail()).length, 1)
    })
  }

  test('200 ignores a file that no field asks for, and does not store it when the form is known by then', async () => {
    const unknown = unique('x')
    const early = unique('x')
    const wanted = unique('x')
    const fields = { early: aFile(early), form_code, creator_technical_id, other: aFile(unknown), proof: aFile(wanted) }
    const before = (await storedFiles()).length

    const request = await made(fields)

    assert.deepEqual(Object.keys(request.body_json ?? {}), ['proof'])
    assert.deepEqual([await isStored(unknown), await isStored(wanted)], [false, true])
    assert.equal((await storedFiles()).length - before, (await isStored(early)) ? 2 : 1)
    assert.equal((await get(`/api/requests/${request.id}/files/other/`)).statusCode, 404)
  })

  test('200 stores no file on the default form', async () => {
    const content = unique('x')

    const { id } = await made({ form_code: 'default', creator_technical_id, proof: aFile(content) })

    assert.equal(await isStored(content), false)
    assert.equal((await get(`/api/requests/${id}/files/proof/`)).statusCode, 404)
  })

  test('413 leaves nothing of a file that is too large', async () => {
    const before = await storedFiles()
    // Over a connection: what is injected comes in one piece.
    const url = new URL('/api/requests/', await app.listen({ host: '127.0.0.1', port: 0 }))

    for (const isFirst of [true, false]) {
      const body = new FormData()
      const file: [string, File] = ['proof', aFile('x'.repeat(service.maxFileBytes + 1))]
      if (isFirst) body.append(...file)
      for (const [name, text] of Object.entries({ form_code, creator_technical_id })) body.append(name, text)
      if (!isFirst) body.append(...file)
      const answer = await fetch(url, { method: 'POST', body, headers: { 'x-api-key': KEY } })

      assert.deepEqual([answer.status, await answer.json()], [413, { detail: 'The file is too large.' }])
    }
    assert.deepEqual(await storedFiles(), before)
  })
})

describe('GET /api/requests/{id}/files/{field_code}/', () => {
  test('200 has type, length, name, tag and nosniff; HEAD has the same, and no bytes', async () => {
    const content = unique('Ça va ')
    const { body_json } = await withProof(content, 'Résumé "été" 🙂.txt')

    const file = await get(body_json?.proof)
    const head = await get(body_json?.proof, { method: 'HEAD' })

    for (const answer of [file, head]) {
      assert.equal(answer.statusCode, 200)
      assert.partialDeepStrictEqual(answer.headers, {
        'content-type': 'text/plain',
        'content-length': String(Buffer.byteLength(content)),
        etag: `"${sha256Of(content)}"`,
        'x-content-type-options': 'nosniff',
        'accept-ranges': 'bytes',
      })
      const disposition = String(answer.headers['content-disposition'])
      assert.match(disposition, /^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''R%C3%A9sum%C3%A9%20/)
      assert.match(disposition, /%C3%A9t%C3%A9.*%F0%9F%99%82\.txt$/)
    }
    assert.deepEqual([file.body, head.body], [content, ''])
  })

  test('206 for a range, 416 for one beyond the end, 304 for what is known', async () => {
    const { body_json } = await withProof(`0123456789${unique('x')}`)
    const etag = `"${sha256Of((await get(body_json?.proof)).body)}"`
    const ask = (headers: Record<string, string>) => get(body_json?.proof, { headers })

    const part = await ask({ range: 'bytes=2-4' })
    const beyond = await ask({ range: 'bytes=999-' })
    const known = await ask({ 'if-none-match': etag })
    const other = await ask({ 'if-none-match': '"x"' })

    assert.deepEqual([part.statusCode, part.body, part.headers['content-range']], [206, '234', 'bytes 2-4/20'])
    assert.equal(part.headers['content-length'], '3')
    assert.deepEqual([beyond.statusCode, beyond.headers['content-range']], [416, 'bytes */20'])
    assert.deepEqual(Object.keys(beyond.json()), ['detail'])
    assert.deepEqual([known.statusCode, known.body, known.headers.etag], [304, '', etag])
    assert.equal(other.statusCode, 200)
  })

  test('200 hands out HTML as a file to be saved', async () => {
    const { body_json } = await withProof('<!DOCTYPE html><script>alert(1)</script>', 'page.html')

    const { headers } = await get(body_json?.proof)

    assert.match(String(headers['content-disposition']), /^attachment; /)
    assert.equal(headers['x-content-type-options'], 'nosniff')
  })

  test('403 without a key; 404 for another client, word for word as where there is nothing', async () => {
    const request = await withProof(unique('x'))
    const uri = String(request.body_json?.proof)
    const absent = uri.replace(request.id, '999999999')

    const keyless = await get(uri, { key: null })
    const others = await get(uri, { key: RIVAL_KEY })
    const nothing = await get(absent, { key: RIVAL_KEY })

    assert.deepEqual([keyless.statusCode, Object.keys(keyless.json())], [403, ['detail']])
    assert.deepEqual([others.statusCode, nothing.statusCode, others.body], [404, 404, nothing.body])
    assert.deepEqual(others.json(), { detail: 'File proof not found.' })
  })

  test('404 for a field without a file, and for what is not a number of a request', async () => {
    const { id } = await withProof(unique('x'))
    const ids = [
      '0',
      `0${id}`,
      `+${id}`,
      `-${id}`,
      `${id}.0`,
      `${id}e0`,
      '9'.repeat(18),
      '9'.repeat(19),
      'x',
      '%00',
      '%F0',
    ]
    const paths = [...ids.map((one) => `${one}/files/proof`), `${id}/files/photo`, `${id}/files/why`, `${id}/files/%00`]

    for (const path of [...paths, `${id}/files/PROOF`, `${id}/files/proof%20`, `${id}/files/${'x'.repeat(201)}`]) {
      const answer = await get(`/api/requests/${path}/`)

      assert.ok([400, 404].includes(answer.statusCode), `${path} ${answer.body}`)
      if (!path.includes('%F0')) assert.equal(answer.statusCode, 404, path)
    }
  })
})

describe('GET /api/requests/{id}/comments/{comment_id}/files/{number}/', () => {
  test('200 serves each file of a comment, in its order', async () => {
    const { id } = await made({ creator_technical_id })
    const contents = [unique('x'), unique('x'), unique('x')]
    const files = contents.map((one, index) => aFile(one, `é${index}.txt`))

    const comment = await commentedWith(id, ...files)

    assert.deepEqual(
      comment.files,
      contents.map((one, index) => ({
        uri: `/api/requests/${id}/comments/${comment.id}/files/${index + 1}/`,
        filename: `é${index}.txt`,
        content_type: 'text/plain',
        size: one.length,
      })),
    )
    for (const [index, { uri }] of comment.files.entries()) {
      const file = await get(uri)
      assert.deepEqual([file.statusCode, file.body], [200, contents[index]])
      assert.partialDeepStrictEqual(file.headers, {
        'content-type': 'text/plain',
        etag: `"${sha256Of(contents[index] ?? '')}"`,
        'x-content-type-options': 'nosniff',
        'content-disposition': `attachment; filename="_${index}.txt"; filename*=UTF-8''%C3%A9${index}.txt`,
      })
      assert.equal((await get(uri, { method: 'HEAD' })).statusCode, 200)
      assert.equal((await get(uri, { headers: { range: 'bytes=0-0' } })).body, 'x')
    }
  })

  test('404 for a file of another comment, request or client, and for what is not a number', async () => {
    const one = await made({ creator_technical_id })
    const other = await made({ creator_technical_id })
    const comment = await commentedWith(one.id, aFile(unique('x')))
    const bare = await commentedWith(one.id)
    const uri = comment.files[0]?.uri ?? assert.fail()
    const at = (request: string, id: string, number: string) =>
      `/api/requests/${request}/comments/${id}/files/${number}/`
    const numbers = ['0', '2', '01', '-1', '+1', '1.0', '1e0', '100', '9'.repeat(30), 'x', '%31%00', '१', '']
    const paths = [
      ...numbers.map((number) => at(one.id, comment.id, number)),
      at(other.id, comment.id, '1'),
      at(one.id, bare.id, '1'),
      at(one.id, `0${comment.id}`, '1'),
      at(one.id, 'x', '1'),
      at('x', comment.id, '1'),
      at(one.id, '9'.repeat(19), '1'),
      at('0', '0', '0'),
      `/api/requests/${one.id}/files/1/`,
    ]

    for (const path of paths) assert.equal((await get(path)).statusCode, 404, path)
    assert.equal((await get(uri, { key: RIVAL_KEY })).statusCode, 404)
    assert.equal((await get(uri, { key: null })).statusCode, 403)
    assert.equal((await get(uri)).statusCode, 200)
  })
})

describe('the bytes of a request', () => {
  const sweep = () => runJob(service, sweepBlobs, {})
  async function makeOld(content: string): Promise<void> {
    const moment = new Date(Date.now() - 999 * 60 * 60 * 1000)
    await utimes(await pathOf(sha256Of(content)), moment, moment)
  }

  test('stay while the request is there, and go with the next sweep after it', async () => {
    const content = unique('kept')
    const said = unique('kept')
    const request = await withProof(content)
    const comment = await commentedWith(request.id, aFile(said))
    for (const one of [content, said]) await makeOld(one)

    await sweep()
    await patched(request.id, { status: 'closed' })
    await sweep()
    const whileThere = [(await get(request.body_json?.proof)).body, (await get(comment.files[0]?.uri)).body]
    await call('DELETE', `/requests/${request.id}/`)
    const beforeSweep = [await isStored(content), await isStored(said)]
    await sweep()

    assert.deepEqual(whileThere, [content, said])
    assert.deepEqual(beforeSweep, [true, true])
    assert.deepEqual([await isStored(content), await isStored(said)], [false, false])
  })

  test('stay while another request has them', async () => {
    const content = unique('shared')
    const one = await withProof(content)
    const other = await withProof(content)
    await makeOld(content)

    await call('DELETE', `/requests/${one.id}/`)
    await sweep()

    assert.equal((await get(other.body_json?.proof)).body, content)
  })

  test('go with the next sweep when the request was refused', async () => {
    const content = unique('refused')
    const answer = await post({ form_code, creator_technical_id, priority: 'HIGH', proof: aFile(content) })
    await makeOld(content)

    await sweep()

    assert.deepEqual(refusedFields(answer), ['priority'])
    assert.equal(await isStored(content), false)
  })

  /** A form with a file that was received, and is not named by a request yet. */
  const received = (content: string): Submitted => {
    const sizeBytes = content.length
    const stored = { filename: 'a', content_type: 'text/plain', sizeBytes, sha256: sha256Of(content) }
    const fields = { form_code: [form_code], creator_technical_id: [creator_technical_id] }
    return { fields, files: { proof: [{ sizeBytes, stored }] } }
  }

  test('stay when a sweep comes by while the request is being stored', async () => {
    const content = unique('held')
    await post({ form_code, creator_technical_id, priority: 'HIGH', proof: aFile(content) })
    await makeOld(content)

    let sweeping: Promise<void> | undefined
    const request = await doWork(acme, async (work) => {
      const made = await createRequest(work, service, received(content))
      sweeping = sweep()
      await untilWaiting(pool, 1)
      return made
    })
    await sweeping

    assert.equal((await get(request.body_json?.proof)).body, content)
  })

  test('503 when they are gone before the request is stored, and it is not', async () => {
    const content = unique('gone')
    const count = () => db.selectFrom('requests').select(db.fn.countAll().as('count')).executeTakeFirstOrThrow()
    const before = await count()

    const making = doWork(acme, (work) => createRequest(work, service, received(content)))

    await assert.rejects(making, { name: 'Problem', kind: 'unavailable', code: 'busy' })
    assert.deepEqual(await count(), before)
  })
})
