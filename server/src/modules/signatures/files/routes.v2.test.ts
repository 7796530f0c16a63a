import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { openPdfReader } from '#platform/pdf/samples/pdfium-text.conformance.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { anEmployee } from '#test/harness/features/directory/builders.ts'
import { importCalls } from '#test/harness/features/imports.ts'
import { CONSENT, signatureCalls, TYPED } from '#test/harness/features/signatures.ts'
import { aPdf } from '#test/harness/files/pdf.ts'

const service = await startApp()
const { v2, clock, app } = service
clock.stop()
const { created, started, signed, read, signerCalls, mails, visitor } = signatureCalls(service)
const { upload } = importCalls(service)

const BYTES = aPdf('What is signed', { pages: 2 })
const employee = await anEmployee(service, { email: 'ada@acme.test' })
const byEmployee = [{ type: 'employee' as const, technical_id: employee }]
const sealed = await signed({
  signers: byEmployee,
  upload_id: await upload(BYTES, { filename: 'Contrat signé.pdf' }),
  title: 'Contract of Eve',
})
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const get = (id: string, name: string, headers: Record<string, string> = {}) =>
  v2('GET', `/signature_processes/${id}/${name}`, { headers })
const notFound = (id: string) => ({ code: 'not_found', message: `Signature process ${id} not found.` })
const NOT_SEALED = { code: 'not_sealed', message: 'The document is not sealed yet.' }
const DISPOSITION = `attachment; filename="Contrat sign_.pdf"; filename*=UTF-8''Contrat%20sign%C3%A9.pdf`

for (const [name, version] of [
  ['file', 'document'],
  ['signed_file', 'signed_document'],
] as const) {
  const shown = sealed[version] ?? assert.fail()

  describe(`GET /signature_processes/{id}/${name}`, () => {
    test('200 the bytes that the process tells of, to be saved under the name that was given', async () => {
      const { statusCode, headers, rawPayload } = await get(sealed.id, name)

      assert.equal(statusCode, 200)
      assert.deepEqual([rawPayload.length, sha256(rawPayload)], [shown.size, shown.sha256])
      assert.equal(headers['content-type'], 'application/pdf')
      assert.equal(headers['content-length'], String(shown.size))
      assert.equal(headers['content-disposition'], DISPOSITION)
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['cache-control'], 'private, no-cache')
      assert.equal(headers.etag, `"${shown.sha256}"`)
    })

    test('200 to HEAD the same headers and no bytes', async () => {
      const answer = await v2('HEAD', `/signature_processes/${sealed.id}/${name}`)

      assert.deepEqual([answer.statusCode, answer.rawPayload.length], [200, 0])
      assert.deepEqual(
        [answer.headers['content-length'], answer.headers.etag],
        [String(shown.size), `"${shown.sha256}"`],
      )
    })

    test('206 a range, 304 for what the caller has, 416 for what is behind the end', async () => {
      const whole = (await get(sealed.id, name)).rawPayload
      const part = await get(sealed.id, name, { range: 'bytes=5-9' })
      const known = await get(sealed.id, name, { 'if-none-match': `"${shown.sha256}"` })
      const beyond = await get(sealed.id, name, { range: `bytes=${shown.size}-` })

      assert.deepEqual([part.statusCode, part.headers['content-range']], [206, `bytes 5-9/${shown.size}`])
      assert.ok(part.rawPayload.equals(whole.subarray(5, 10)))
      assert.deepEqual([known.statusCode, known.rawPayload.length], [304, 0])
      assert.equal(beyond.statusCode, 416)
    })

    test('200 for the id in capital letters; 404 for one that is not there or is none, with the exact body', async () => {
      assert.equal((await get(sealed.id.toUpperCase(), name)).statusCode, 200)
      for (const id of ['01a1df9a-595c-7000-8000-0049b5b32185', unique('none'), `${sealed.id}0`]) {
        const answer = await get(id, name)
        assert.deepEqual([answer.statusCode, answer.json()], [404, notFound(id)])
      }
    })
  })
}

describe('the files of a signature process', () => {
  test('404 for the signed one until it is sealed, and never for one that ended otherwise', async () => {
    const [draft, running, canceled] = [await created(), await started(), await started()]
    await v2('POST', '/signature_processes/cancel', { body: { signature_process_ids: [canceled.id] } })

    for (const { id } of [draft, running, canceled]) {
      const answer = await get(id, 'signed_file')
      assert.deepEqual([answer.statusCode, answer.json()], [404, NOT_SEALED])
      assert.equal((await get(id, 'file')).statusCode, 200)
    }
  })

  test('the original stays what it was, and the signed one has its pages and those of the evidence', async () => {
    const original = (await get(sealed.id, 'file')).rawPayload
    const signedPages = (await openPdfReader()).textOf((await get(sealed.id, 'signed_file')).rawPayload)

    assert.ok(original.equals(BYTES))
    assert.equal(signedPages.length, sealed.signed_document?.page_count)
    assert.ok(signedPages.length > 2 && signedPages[1]?.includes('What is signed'))
    assert.ok(signedPages.slice(2).join('\n').includes('Contract of Eve'))
  })

  test('the document of a draft is the one that it was given last', async () => {
    const { id } = await created()
    const upload_id = await upload(BYTES, { filename: 'b.pdf' })
    assert.equal((await v2('PATCH', `/signature_processes/${id}`, { body: { upload_id } })).statusCode, 200)

    const { rawPayload, headers } = await get(id, 'file')

    assert.ok(rawPayload.equals(BYTES))
    assert.equal(headers['content-disposition'], 'attachment; filename="b.pdf"')
  })

  test('404 for all of them once the process is deleted, and another process of the same bytes keeps them', async () => {
    const upload_id = await upload(BYTES)
    const [one, other] = [await created({ upload_id }), await created({ upload_id })]

    assert.equal((await v2('DELETE', `/signature_processes/${one.id}`)).statusCode, 204)

    for (const name of ['file', 'signed_file', 'evidence']) {
      const answer = await get(one.id, name)
      assert.deepEqual([answer.statusCode, answer.json()], [404, notFound(one.id)])
    }
    assert.ok((await get(other.id, 'file')).rawPayload.equals(BYTES))
  })
})

describe('GET /signature_processes/{id}/evidence', () => {
  const now = () =>
    clock
      .now()
      .toISOString()
      .replace(/\.\d+Z$/, '+00:00')
  const entry = (action: string, more: object = {}) => ({
    action,
    signer_id: null,
    actor_name: 'payroll',
    address: null,
    agent: null,
    detail: null,
    created_at: now(),
    ...more,
  })

  test('200 tells of every step in its order: who, from where, with what, and what they agreed to', async () => {
    const process = await started({ signers: byEmployee })
    const [{ id: signer_id } = assert.fail()] = process.signers
    const call = await signerCalls(process, process.signers[0] ?? assert.fail())
    await call('POST', '/views')
    assert.equal((await call('POST', '/sign', { body: { drawing: TYPED, consent: CONSENT } })).statusCode, 200)

    const answer = await get(process.id, 'evidence')

    const bySigner = { signer_id, actor_name: `Eve ${employee}` }
    const here = { ...bySigner, address: '127.0.0.1', agent: 'lightMyRequest' }
    assert.deepEqual(answer.json(), [
      entry('created'),
      entry('started'),
      entry('asked', bySigner),
      entry('viewed', here),
      entry('signed', { ...here, detail: CONSENT }),
    ])
  })

  test('200 tells of codes and of the reason of a refusal, and never of the code', async () => {
    const process = await started()
    const [signer = assert.fail()] = process.signers
    await visitor(signer.id)('POST', '/visits', { body: { code: '000000' } })
    const call = await signerCalls(process, signer)
    assert.equal((await call('POST', '/reject', { body: { reason: 'The salary\nis missing.' } })).statusCode, 200)
    await mails(process.id)

    const entries = (await get(process.id, 'evidence')).json().slice(3)

    const told = entries.map((one: Record<string, unknown>) => [one.action, one.actor_name, one.detail, one.agent])
    assert.deepEqual(told, [
      ['code_refused', 'Eve Outside', null, 'Test browser'],
      ['code_sent', null, null, null],
      ['code_accepted', 'Eve Outside', null, 'Test browser'],
      ['rejected', 'Eve Outside', 'The salary\nis missing.', 'Test browser'],
    ])
    assert.ok(entries.every((one: { signer_id: string }) => one.signer_id === signer.id))
  })

  test('200 stays with the process when it is done, and is that of no other', async () => {
    const { id } = sealed
    const before = (await get(id, 'evidence')).json()
    await started()

    assert.deepEqual(before.at(-1), { ...entry('sealed'), actor_name: null })
    assert.deepEqual((await get(id, 'evidence')).json(), before)
    assert.equal((await read(id)).status, 'signed')
  })

  test('405 for changing it: evidence is only read', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'POST'] as const) {
      const headers = await service.as('payroll')
      const url = `/api/v2/client/signature_processes/${sealed.id}/evidence`
      const answer = await app.inject({ method, url, headers })
      assert.deepEqual([answer.statusCode, answer.headers.allow], [405, 'GET, HEAD'], method)
    }
  })
})
