import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { acme } from '#test/harness/builders.ts'
import { anEmployee } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { anExternal, signatureCalls } from '#test/harness/features/signatures.ts'
import { deleteProcess } from './patch-process.ts'

const service = await startApp()
const { v2, pool, doWork } = service
const { created, started, signed, move, read, eventsOf } = signatureCalls(service)

const remove = (id: string, headers = {}) => v2('DELETE', `/signature_processes/${id}`, { headers })
/** All that there is of a process, to show that nothing moved. */
const stateOf = async (id: string) => [
  await read(id),
  await eventsOf(id),
  (await v2('GET', `/signature_processes/${id}/evidence`)).json(),
]

describe('DELETE /signature_processes/{id}', () => {
  /** How many rows there are of a process in each of its tables. */
  const rowsOf = async (id: string) => {
    const { rows } = await pool.query(
      `SELECT (SELECT count(*)::integer FROM signature_processes WHERE id = $1) AS processes,
        (SELECT count(*)::integer FROM signature_signers WHERE process_id = $1) AS signers,
        (SELECT count(*)::integer FROM signature_files WHERE id = $1) AS files,
        (SELECT count(*)::integer FROM signature_evidence WHERE process_id = $1) AS evidence`,
      [id],
    )
    return rows[0]
  }

  test('204 with no body; its event says what it was, and no row is left', async () => {
    const { id } = await created({ signers: [anExternal(), anExternal()] })
    const before = await read(id)
    assert.deepEqual(await rowsOf(id), { processes: 1, signers: 2, files: 1, evidence: 1 })

    const answer = await remove(id)

    assert.deepEqual([answer.statusCode, answer.body], [204, ''])
    assert.deepEqual((await eventsOf(id)).slice(1), [{ event: 'deleted', data: before }])
    assert.deepEqual(await rowsOf(id), { processes: 0, signers: 0, files: 0, evidence: 0 })
  })

  test('204 keeps the document that it was filed as, and its file', async () => {
    const document_type_code = await aDocumentType(service)
    const filing = { document_type_code, employee_technical_id: await anEmployee(service) }
    const { id } = await signed(filing)
    assert.equal((await move(id, 'archive')).statusCode, 204)
    const { document_id, signed_document } = await read(id)

    assert.equal((await remove(id)).statusCode, 204)

    const document = await v2('GET', `/employee_documents/${document_id}`)
    assert.equal(document.json().sha256, signed_document?.sha256)
    const file = await v2('GET', `/employee_documents/${document_id}/file`)
    assert.deepEqual([file.statusCode, file.rawPayload.length], [200, signed_document?.size])
  })

  test('400 while it is being signed, with what to do, and nothing changes', async () => {
    const { id } = await started()
    const before = await stateOf(id)

    const answer = await remove(id)

    const message = 'The signature process is signing: cancel it first.'
    assert.deepEqual([answer.statusCode, answer.json()], [400, { code: 'invalid_state', message }])
    assert.deepEqual(await stateOf(id), before)
  })

  test('204 once for calls at the same moment, 404 for the others; its event is one', async () => {
    const { id } = await created()

    const answers = await Promise.all([remove(id), remove(id), remove(id)])

    assert.deepEqual(answers.map((one) => one.statusCode).toSorted(), [204, 404, 404])
    assert.deepEqual(
      (await eventsOf(id)).map(({ event }) => event),
      ['created', 'deleted'],
    )
  })

  test('412 for a version that is no longer the current one; 204 for the one that was read last', async () => {
    const { id } = await created()
    const tagOf = async () => String((await v2('GET', `/signature_processes/${id}`)).headers.etag)
    const first = await tagOf()
    await v2('PATCH', `/signature_processes/${id}`, { body: { title: 'Another' } })

    const refused = await remove(id, { 'if-match': first })
    assert.deepEqual([refused.statusCode, refused.json().code], [412, 'precondition_failed'])
    assert.equal((await read(id)).title, 'Another')

    assert.equal((await remove(id, { 'if-match': await tagOf() })).statusCode, 204)
  })

  test('vanishes with its event when a later step fails', async () => {
    const { id } = await created()
    const before = await stateOf(id)

    const failing = doWork(acme, async (work) => {
      await deleteProcess(work, id)
      throw new Error('a later step')
    })

    await assert.rejects(failing, /a later step/)
    assert.deepEqual(await stateOf(id), before)
  })
})
