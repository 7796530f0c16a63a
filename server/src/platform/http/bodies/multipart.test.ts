import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { eventually } from '#test/harness/eventually.ts'
import { startSmallServer } from '#test/harness/http/small-server.ts'
import { readParts, takeMultipart } from './multipart.ts'

type Answer = { code?: string; fields?: unknown; files?: unknown }
type Refused = { field: string; code: string }

const LIMIT_BYTES = 100_000
const stores = new Map<string, Promise<string>>()

const { address, port, logged } = await startSmallServer(async (app) => {
  await takeMultipart(app, { maxFileBytes: LIMIT_BYTES })
  app.post('/files/:name', async (request) => {
    const { name } = request.params as { name: string }
    return readParts(request, (file) => {
      const stored = text(file.file).then((content) => `${file.filename}|${file.mimetype}|${content.length}`)
      stored.catch(() => {})
      stores.set(name, stored)
      return stored
    })
  })
  app.post('/careful', (request) =>
    readParts(request, async (file) => {
      await text(file.file)
      if (file.file.truncated) throw new Error('The file was cut.')
    }),
  )
  app.post('/full-disk', (request) =>
    readParts(request, async (file) => {
      file.file.resume()
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    }),
  )
})

let calls = 0
const send = async (
  body: NonNullable<RequestInit['body']>,
  { type = 'multipart/form-data; boundary=edge', path = `/files/${++calls}` } = {},
) => {
  const answer = await fetch(`${address}${path}`, { method: 'POST', body, headers: { 'content-type': type } })
  return { status: answer.status, json: (await answer.json()) as Answer }
}
const field = (name: string, value: string | Buffer) => part(`form-data; name="${name}"`, value)
const file = (name: string, content: string | Buffer, filename = 'a.txt') =>
  part(`form-data; name="${name}"; filename="${filename}"`, content, 'Content-Type: text/plain\r\n')
const form = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from('--edge--\r\n')])

describe('a multipart body', () => {
  test('gives its fields whether they come before or after the file', async () => {
    const { status, json } = await send(form(field('before', 'été'), file('file', 'hello'), field('after', '🙂')))

    assert.equal(status, 200)
    assert.deepEqual(json, { fields: { before: 'été', after: '🙂' }, files: { file: 'a.txt|text/plain|5' } })
  })

  test('may have several files under different names, an empty one among them', async () => {
    const { json } = await send(form(file('one', 'x'), file('two', '', 'b.txt')))

    assert.deepEqual(json.files, { one: 'a.txt|text/plain|1', two: 'b.txt|text/plain|0' })
  })

  test('as every client writes it is read', async () => {
    const body = new FormData()
    body.set('data', '{"a":1}')
    body.set('file', new File(['content'], 'résumé.pdf', { type: 'application/pdf' }))

    const answer = await fetch(`${address}/files/formdata`, { method: 'POST', body })

    assert.deepEqual(await answer.json(), {
      fields: { data: '{"a":1}' },
      files: { file: 'résumé.pdf|application/pdf|7' },
    })
  })

  const repeats: [string, Buffer][] = [
    ['a field twice', form(field('a', '1'), field('a', '2'))],
    ['a file twice', form(file('a', '1'), file('a', '2'))],
    ['a field and a file of one name', form(field('a', '1'), file('a', '2'))],
    ['a file and a field of one name', form(file('a', '1'), field('a', '2'))],
  ]
  for (const [what, body] of repeats) {
    test(`with ${what} is refused, and the field is named`, async () => {
      const { status, json } = await send(body)

      assert.equal(status, 422)
      assert.deepEqual(json.fields, [{ field: 'a', code: 'repeated', message: 'This field must be sent only once.' }])
    })
  }

  const unclean: [string, string | Buffer][] = [
    ['a NUL', 'a\0b'],
    ['bytes that are no UTF-8', Buffer.from([0x61, 0xff, 0x62])],
    ['half a character', Buffer.from('é').subarray(0, 1)],
  ]
  for (const [what, value] of unclean) {
    test(`with ${what} in a field is refused, and the field is named`, async () => {
      const { status, json } = await send(form(field('title', value)))

      assert.equal(status, 422)
      assert.deepEqual(
        (json.fields as Refused[]).map((one) => [one.field, one.code]),
        [['title', 'invalid_text']],
      )
    })
  }

  test('with a file of just the limit is taken, and with one byte more answers 413', async () => {
    const most = await send(form(file('file', 'x'.repeat(LIMIT_BYTES))))
    const more = await send(form(file('file', 'x'.repeat(LIMIT_BYTES + 1)), field('after', '1')))

    assert.deepEqual([most.status, more.status], [200, 413])
    assert.equal(more.json.code, 'file_too_large')
  })

  test('with a file over the limit answers 413 too when the store itself refuses a cut file', async () => {
    const { status } = await send(form(file('file', 'x'.repeat(LIMIT_BYTES + 1))), { path: '/careful' })

    assert.equal(status, 413)
  })

  test('without any content has no parts', async () => {
    const { status, json } = await send('')

    assert.equal(status, 200)
    assert.deepEqual(json, { fields: {}, files: {} })
  })

  test('with a field over 1 MiB answers 413', async () => {
    const { status } = await send(form(field('data', 'x'.repeat(1024 * 1024 + 1))))

    assert.equal(status, 413)
  })

  test('with thousands of parts is refused', async () => {
    const { status } = await send(form(...Array.from({ length: 5000 }, (_, index) => field(`f${index}`, '1'))))

    assert.ok([400, 413].includes(status), String(status))
  })

  const broken: [string, string | Buffer, string?][] = [
    ['nothing but text', 'hello'],
    ['no last boundary', field('a', '1')],
    ['a file that does not end', file('a', '1').subarray(0, -4)],
    ['half a header', '--edge\r\nContent-Dispos'],
    ['a part without a name', form(part('form-data', '1'))],
    ['a part that is not form-data', form(part('attachment; name="a"', '1'), field('__proto__', '1'))],
    ['a field called __proto__', form(field('__proto__', '1'))],
    ['another boundary than it says', form(field('a', '1')), 'multipart/form-data; boundary=other'],
    ['no boundary', form(field('a', '1')), 'multipart/form-data'],
    ['another type', '{"a":1}', 'application/json'],
  ]
  for (const [what, body, type] of broken) {
    test(`with ${what} answers 400`, async () => {
      const { status, json } = await send(body, type === undefined ? {} : { type })

      assert.deepEqual([status, json.code], [400, 'invalid_request'])
    })
  }

  test('that cannot be stored is a failure of ours, not of the caller', async () => {
    const { status, json } = await send(form(file('file', 'x')), { path: '/full-disk' })

    assert.equal(status, 500)
    assert.doesNotMatch(JSON.stringify(json), /ENOSPC/)
  })

  test('that breaks off midway leaves its store rejected, and the server goes on', async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const head = `POST /files/broken HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=edge\r\nContent-Length: 90000\r\n\r\n`
    socket.write(Buffer.concat([Buffer.from(head), file('file', 'x'.repeat(20_000)).subarray(0, -2)]))
    await eventually(() => stores.has('broken'))

    socket.destroy()

    await assert.rejects(withinSeconds(5, stores.get('broken')), /^(?!.*still waiting)/)
    assert.equal((await send(form(field('a', '1')))).status, 200)
  })

  test('that breaks off is not logged as a failure of the service', async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const head = `POST /files/quiet HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=edge\r\nContent-Length: 90000\r\n\r\n`
    socket.write(Buffer.concat([Buffer.from(head), file('file', 'x').subarray(0, -2)]))
    await eventually(() => stores.has('quiet'))
    const linesBefore = logged.length

    socket.destroy()
    await withinSeconds(5, stores.get('quiet')).catch(() => {})
    await send(form(field('a', '1')))

    assert.deepEqual(
      logged
        .slice(linesBefore)
        .filter((line) => line.msg === 'request.failed')
        .map((line) => line.err),
      [],
    )
  })
})

function part(disposition: string, content: string | Buffer, headers = ''): Buffer {
  const head = `--edge\r\nContent-Disposition: ${disposition}\r\n${headers}\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(content as string), Buffer.from('\r\n')])
}

async function withinSeconds<T>(seconds: number, promise: Promise<T> | undefined): Promise<T | undefined> {
  return Promise.race([
    promise,
    wait(seconds * 1000, undefined, { ref: false }).then(() => assert.fail('still waiting')),
  ])
}
