import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { credentialsOf } from '../../../server/test/harness/app.ts'
import { unique } from '../../../server/test/harness/builders.ts'
import { eventually } from '../../../server/test/harness/eventually.ts'
import { memoryWatch } from '../../../server/test/harness/memory.ts'
import { aFolder } from '../../../server/test/harness/processes/service.ts'
import { startServiceWithSetup } from '../../../server/test/harness/processes/service-with-setup.ts'
import { keyInFile } from '../../../server/test/harness/setup.ts'
import { all } from '../../test/all.ts'
import { type Seen, startProxy } from '../../test/proxy.ts'
import { createDossier, type UploadContent } from '../index.ts'

const { url, db } = await startServiceWithSetup()
const credentials = credentialsOf('payroll')
const sdk = createDossier({ baseUrl: url, ...credentials })

const ABSENT = '01940000-0000-7000-8000-000000000000'
const refused = { name: 'DossierError', status: 422, code: 'validation_error' }
const missing = { name: 'DossierError', status: 404, code: 'not_found' }
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function anUpload(text: string, filename = 'values.csv'): Promise<string> {
  return (await sdk.uploads.create(new Blob([text]), { filename })).id
}

async function aDatasetImport(text: string, more: { on_error?: 'skip' } = {}) {
  return sdk.datasetImports.create({ dataset_id: unique('ds'), upload_id: await anUpload(text), ...more })
}

describe('sdk.uploads', () => {
  const text = 'country\nfr\né 北京 🙂\n'
  const bytes = Buffer.from(text)
  const kinds: Record<string, () => UploadContent | Promise<UploadContent>> = {
    'a Blob': () => new Blob([text], { type: 'application/json' }),
    'a File': () => new File([text], 'other.csv'),
    'a file on disk': async () => {
      const path = join(await aFolder(), 'values.csv')
      await writeFile(path, text)
      return openAsBlob(path)
    },
    'a Uint8Array': () => new Uint8Array(bytes),
    'a part of a Buffer': () => Buffer.concat([bytes, bytes]).subarray(bytes.length),
    'a ReadableStream': () => new Blob([text]).stream(),
    'a stream of Node': () => Readable.from([bytes.subarray(0, 20), bytes.subarray(20)]),
    'what a generator yields': () =>
      (async function* () {
        for (const byte of bytes) yield new Uint8Array([byte])
      })(),
  }
  for (const [what, content] of Object.entries(kinds)) {
    test(`create sends ${what} as it is`, async () => {
      const upload = await sdk.uploads.create(await content(), { filename: 'values.csv' })

      const { rows } = await db.query('SELECT filename FROM uploads WHERE id = $1', [upload.id])
      assert.partialDeepStrictEqual(upload, { filename: 'values.csv', size: bytes.length, sha256: sha256(text) })
      assert.deepEqual(rows, [{ filename: 'values.csv' }])
    })
  }

  for (const filename of ['Büro (neu) 北京 🙂.csv', `it's "100%"; a*b.csv`, 'a b']) {
    test(`create keeps the name ${filename}`, async () => {
      const upload = await sdk.uploads.create(new Blob([text]), { filename })

      assert.equal(upload.filename, filename)
    })
  }

  test('create holds little of a long stream in memory', async () => {
    const piece = new Uint8Array(1024 * 1024)
    const memory = memoryWatch()
    async function* pieces() {
      for (let sent = 0; sent < 64; sent += 1) {
        if (sent % 16 === 0) memory.look()
        yield piece
      }
      memory.look()
    }

    const { size } = await sdk.uploads.create(pieces(), { filename: 'long.bin' })

    assert.equal(size, 64 * 1024 * 1024)
    assert.ok(memory.peakBytes() < 20 * 1024 * 1024, `${memory.peakBytes()} bytes`)
  })

  test('create throws a refusal', async () => {
    const reader = createDossier({ baseUrl: url, ...credentialsOf('reader') })

    await assert.rejects(sdk.uploads.create(new Blob([text]), { filename: '..' }), refused)
    await assert.rejects(reader.uploads.create(new Blob([text]), { filename: 'a' }), { status: 403 })
  })

  test('create stops when it is told to', async () => {
    const signal = AbortSignal.abort(new Error('enough'))

    await assert.rejects(sdk.uploads.create(new Blob([text]), { filename: 'a', signal }), { message: 'enough' })
  })

  /** An sdk whose first upload meets a token that was revoked. */
  async function aRevokedSdk() {
    let isRevoked = true
    const headers = { 'www-authenticate': 'Bearer realm="dossier", error="invalid_token"' }
    const answer = async ({ path }: Seen) => {
      if (!path.endsWith('/uploads') || !isRevoked) return undefined
      isRevoked = false
      return Response.json({ code: 'invalid_token', message: 'No.' }, { status: 401, headers })
    }
    const proxy = await startProxy(url, answer)
    return { revoked: createDossier({ baseUrl: proxy.url, ...credentials }), ...proxy }
  }

  test('create sends once more what can be sent again, when the token was revoked', async () => {
    const { revoked, tokenCalls, otherCalls } = await aRevokedSdk()

    const upload = await revoked.uploads.create(new Blob([text]), { filename: 'a.csv' })

    assert.equal(upload.sha256, sha256(text))
    assert.deepEqual([tokenCalls().length, otherCalls().map((one) => one.body)], [2, [text, text]])
  })

  test('create throws when the token was revoked and a stream is gone, and the next call has another token', async () => {
    const { revoked, tokenCalls, otherCalls } = await aRevokedSdk()

    await assert.rejects(revoked.uploads.create(new Blob([text]).stream(), { filename: 'a.csv' }), {
      name: 'DossierError',
      status: 401,
      code: 'invalid_token',
    })
    const upload = await revoked.uploads.create(new Blob([text]).stream(), { filename: 'a.csv' })

    assert.equal(upload.sha256, sha256(text))
    assert.deepEqual([tokenCalls().length, otherCalls().length], [2, 2])
  })
})

describe('sdk.datasetImports', () => {
  test('create submits one, finished waits for its end, and get, page and list answer it', async () => {
    const submitted = await aDatasetImport('country,city\nfr,paris\n')

    const done = await sdk.datasetImports.finished(submitted.id, { everyMs: 50 })

    const { dataset_id } = submitted
    const read = await sdk.datasetImports.get(submitted.id)
    const page = await sdk.datasetImports.page({ dataset_id })
    const listed = await all(sdk.datasetImports.list({ dataset_id, status: 'finished', result: 'success' }))
    assert.partialDeepStrictEqual(submitted, { mode: 'replace', origin: 'api', result: null })
    assert.deepEqual([done.status, done.result, done.stats.values_created], ['finished', 'success', 2])
    assert.deepEqual([read, page.items, listed], [done, [done], [done]])
    assert.equal((await sdk.datasets.get(dataset_id)).values_count, 2)
  })

  test('source answers the file, and report its errors', async () => {
    const text = 'country,city\nfr,paris\n,lyon\n'
    const { id } = await aDatasetImport(text, { on_error: 'skip' })
    const { result } = await sdk.datasetImports.finished(id, { everyMs: 50 })

    const source = await sdk.datasetImports.source(id)
    const report = await sdk.datasetImports.report(id)

    assert.equal(result, 'partial_success')
    assert.match(source.headers.get('content-disposition') ?? '', /filename="values.csv"/)
    assert.equal(await source.text(), text)
    assert.match(await report.text(), /^line,severity,field,code,message\r\n3,error,country,missing_code,/)
  })

  test('finished answers an import that failed, rather than throw', async () => {
    const { id } = await aDatasetImport('country,country\nfr,fr\n')

    const { result, errors } = await sdk.datasetImports.finished(id, { everyMs: 50 })

    assert.deepEqual([result, errors.length > 0], ['error', true])
  })

  test('finished looks again and again until the end, and no more', async () => {
    const { id } = await aDatasetImport('country\nfr\n')
    const done = await sdk.datasetImports.finished(id, { everyMs: 50 })
    let looks = 0
    const proxy = await startProxy(url, async ({ path }) => {
      if (!path.endsWith(id)) return undefined
      looks += 1
      return looks < 3 ? Response.json({ ...done, status: 'in_progress', result: null }) : undefined
    })

    const seen = await createDossier({ baseUrl: proxy.url, ...credentials }).datasetImports.finished(id, { everyMs: 1 })

    assert.deepEqual(seen, done)
    assert.equal(looks, 3)
  })

  test('finished ends with the reason of its signal, before and while it waits', async () => {
    const proxy = await startProxy(url, async ({ path }) =>
      path.endsWith('/tokens') ? undefined : Response.json({ status: 'queued' }),
    )
    const waiting = createDossier({ baseUrl: proxy.url, ...credentials }).datasetImports
    const stop = new AbortController()
    const ended = AbortSignal.abort(new Error('before'))

    const wait = waiting.finished(ABSENT, { everyMs: 60_000, signal: stop.signal })
    await eventually(() => proxy.otherCalls().some(({ status }) => status === 200))
    stop.abort(new Error('meanwhile'))

    await assert.rejects(wait, { message: 'meanwhile' })
    await assert.rejects(waiting.finished(ABSENT, { signal: ended }), { message: 'before' })
    assert.equal(proxy.otherCalls().length, 1)
  })

  test('a refusal is thrown, by each call', async () => {
    const { create, get, finished, source, report } = sdk.datasetImports

    await assert.rejects(create({ dataset_id: unique('ds'), upload_id: ABSENT }), refused)
    for (const call of [get, finished, source, report]) await assert.rejects(call(ABSENT), missing)
  })
})

describe('sdk.imports', () => {
  const header = 'technical_id,email,first_name,last_name,role,organization_codes'

  /** Managers are imported with an API key, which this sdk does not have. */
  async function anImport(...rows: string[]) {
    const form = new FormData()
    const filename = `${unique('managers')}.csv`
    form.append('input_file', new Blob([`${[header, ...rows].join('\n')}\n`]), filename)
    const headers = { 'x-api-key': keyInFile('acme-api-key') }
    await fetch(`${url}/api/managers/import/`, { method: 'POST', headers, body: form })
    return eventually(async () => {
      const found = (await all(sdk.imports.list())).find((one) => one.filename === filename)
      return found?.finished_at != null && found
    })
  }

  test('list, page and get answer an import, report and errorsReport its rows', async () => {
    await sdk.roles.put('hr', { name: 'HR', permissions: ['*'] })
    await sdk.organizations.put('paris', { name: 'Paris' })
    const wrong = 'M-2,b@acme.test,B,B,none,paris'

    const done = await anImport('M-1,a@acme.test,A,A,hr,paris', wrong)

    const read = await sdk.imports.get(done.id)
    const page = await sdk.imports.page({ status: 'partial_success' })
    const report = await sdk.imports.report(done.id)
    const errorsReport = await sdk.imports.errorsReport(done.id)
    assert.deepEqual([done.status, done.stats.users_created, done.errors[0]?.line], ['partial_success', 1, 3])
    assert.deepEqual([read, page.items], [done, [done]])
    assert.match(await report.text(), /^2,info,,created,/m)
    assert.equal(await errorsReport.text(), `${header}\r\n${wrong}\r\n`)
  })

  test('a refusal is thrown, by each call', async () => {
    const { get, report, errorsReport } = sdk.imports

    for (const call of [get, report, errorsReport]) await assert.rejects(call(ABSENT), missing)
  })
})
