import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as call } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { FileContent, sendFile } from '#platform/http/responses/send-file.ts'
import { startSmallServer } from '#test/harness/http/small-server.ts'
import { takeFiles, unchecked } from './file-body.ts'
import { readParts } from './multipart.ts'

const MIB = 1024 * 1024
const MAX_FILE_BYTES = 4 * MIB

const { address, port } = await startSmallServer((app) => {
  takeFiles(app, { maxFileBytes: MAX_FILE_BYTES }, (scope) => {
    scope.post(
      '/files',
      { ...unchecked, schema: { body: { type: 'object', required: ['file'] } } },
      async (request) => {
        if (!request.isMultipart()) {
          return { raw: request.body ? (await buffer(request.body as unknown as Readable)).toString('base64') : null }
        }
        return readParts(request, async ({ file, filename }) => `${filename}|${(await buffer(file)).length}`)
      },
    )
  })
  app.post('/json', async (request) => ({ body: request.body }))
  app.get('/file', (_request, reply) => {
    const source = Readable.from([Buffer.from('a,b\n'), Buffer.from('1,2\n')])
    return sendFile(reply, source, { filename: 'été.csv', contentType: 'text/csv', sizeBytes: 8, beforeBytes })
  })
  app.get('/page', (_request, reply) =>
    sendFile(reply, Readable.from(['<script>']), { filename: 'a.html', contentType: 'text/html', beforeBytes }),
  )
  app.get('/broken', (_request, reply) =>
    sendFile(reply, Readable.from(failing()), {
      filename: 'a.csv',
      contentType: 'text/csv',
      sizeBytes: 100,
      beforeBytes,
    }),
  )
})

async function beforeBytes(): Promise<void> {}

async function send(body: NonNullable<RequestInit['body']>, headers: Record<string, string> = {}, path = '/files') {
  const answer = await fetch(`${address}${path}`, { method: 'POST', body, headers })
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> }
}

describe('takeFiles', () => {
  const bytes = Buffer.from([0, 0xff, ...Buffer.from('{"not": json')])
  for (const type of [
    'text/csv',
    'application/octet-stream',
    'application/json',
    'application/x-www-form-urlencoded',
  ]) {
    test(`gives a body of ${type} as the bytes that it is`, async () => {
      const { status, json } = await send(bytes, { 'content-type': type })

      assert.deepEqual([status, json], [200, { raw: bytes.toString('base64') }])
    })
  }

  test('gives a body without a type too', async () => {
    const request = call({ port, path: '/files', method: 'POST' })
    request.end(bytes)

    const [answer] = await once(request, 'response')

    assert.deepEqual(JSON.parse((await buffer(answer)).toString()), { raw: bytes.toString('base64') })
  })

  test('gives a body of several MiB, which it does not gather up itself', async () => {
    const { status, json } = await send(Buffer.alloc(3 * MIB, 'x'), { 'content-type': 'text/csv' })

    assert.deepEqual([status, Buffer.from(String(json.raw), 'base64').length], [200, 3 * MIB])
  })

  test('gives the files of a form, up to the limit', async () => {
    const form = (sizeBytes: number) => {
      const body = new FormData()
      body.set('file', new File([Buffer.alloc(sizeBytes)], 'a.csv'))
      return body
    }

    const most = await send(form(MAX_FILE_BYTES))
    const more = await send(form(MAX_FILE_BYTES + 1))

    assert.deepEqual([most.status, most.json.files], [200, { file: `a.csv|${MAX_FILE_BYTES}` }])
    assert.deepEqual([more.status, more.json.code], [413, 'file_too_large'])
  })

  test('changes nothing for the routes beside it', async () => {
    const json = await send('{"a":1}', { 'content-type': 'application/json' }, '/json')
    const broken = await send('{"a', { 'content-type': 'application/json' }, '/json')
    const other = await send('a,b', { 'content-type': 'text/csv' }, '/json')

    assert.deepEqual(json.json, { body: { a: 1 } })
    assert.deepEqual([broken.status, other.status], [400, 400])
  })
})

describe('sendFile', () => {
  test('answers with the bytes, their number, their name and their type', async () => {
    const answer = await fetch(`${address}/file`)

    assert.equal(await answer.text(), 'a,b\n1,2\n')
    assert.equal(answer.headers.get('content-length'), '8')
    assert.equal(
      answer.headers.get('content-disposition'),
      `attachment; filename="_t_.csv"; filename*=UTF-8''%C3%A9t%C3%A9.csv`,
    )
    assert.match(answer.headers.get('content-type') ?? '', /^text\/csv/)
  })

  test('has a page saved rather than shown, and nobody guess what it is', async () => {
    const answer = await fetch(`${address}/page`)

    assert.equal(await answer.text(), '<script>')
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment;/)
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(answer.headers.get('content-length'), null)
  })

  test('breaks the connection off when the source fails midway: half a file is not sent as a whole one', async () => {
    const answer = await fetch(`${address}/broken`)

    await assert.rejects(answer.text())
    assert.equal((await fetch(`${address}/file`)).status, 200)
  })
})

describe('FileContent', () => {
  test('describes an answer of bytes', () => {
    assert.partialDeepStrictEqual(FileContent('text/csv', 'The file.'), {
      description: 'The file.',
      content: { 'text/csv': { schema: { type: 'string', format: 'binary' } } },
    })
  })
})

async function* failing() {
  yield Buffer.from('a,b\n')
  throw new Error('the disk is gone')
}
