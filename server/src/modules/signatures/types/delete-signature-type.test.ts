import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createProcess } from '#modules/signatures/processes/create-process.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { untilWaiting } from '#test/harness/database/until-waiting.ts'
import { eventsOf } from '#test/harness/features/directory/builders.ts'
import { anExternal, aSignatureType, signatureCalls } from '#test/harness/features/signatures.ts'
import { signatureTypes } from './signature-types.ts'

const service = await startApp()
const { v2, db, doWork, blobs, pool, clock } = service
clock.stop()
const { created, started, post, read: readProcess } = signatureCalls(service)

const remove = (id: string) => v2('DELETE', `/signature_types/${id}`)
const read = (id: string) => v2('GET', `/signature_types/${id}`)
const inUse = (id: string) => ({
  code: 'signature_type_in_use',
  message: `The signature type ${id} is used by signature processes.`,
})

describe('DELETE /signature_types/{id}', () => {
  test('204 without a body; afterwards 404 for everything but creating it anew', async () => {
    const id = await aSignatureType(service, { name: 'First', expiry_days: 3 })

    const answer = await remove(id)

    assert.deepEqual([answer.statusCode, answer.body], [204, ''])
    const gone = { code: 'not_found', message: `Signature type ${id} not found.` }
    for (const again of [await read(id), await remove(id), await v2('PATCH', `/signature_types/${id}`, { body: {} })]) {
      assert.deepEqual([again.statusCode, again.json()], [404, gone])
    }
    const anew = await v2('PUT', `/signature_types/${id}`, { body: {} })
    assert.deepEqual([anew.statusCode, anew.json().expiry_days], [201, null])
  })

  test('409 for one that processes name, in whatever state they are, and nothing changes', async () => {
    const signature_type_id = await aSignatureType(service)
    const before = [(await read(signature_type_id)).json(), await eventsOf(db, signature_type_id)]

    for (const make of [created, started]) {
      const { id } = await make({ signature_type_id })
      const answer = await remove(signature_type_id)
      assert.deepEqual([answer.statusCode, answer.json()], [409, inUse(signature_type_id)])
      await v2('POST', '/signature_processes/cancel', { body: { signature_process_ids: [id] } })
    }

    assert.equal((await remove(signature_type_id)).statusCode, 409)
    assert.deepEqual([(await read(signature_type_id)).json(), await eventsOf(db, signature_type_id)], before)
  })

  test('204 once the last process that named it was deleted, or was given another type', async () => {
    const [one, other] = [await aSignatureType(service), await aSignatureType(service)]
    const { id } = await created({ signature_type_id: one })
    await v2('PATCH', `/signature_processes/${id}`, { body: { signature_type_id: other } })

    assert.equal((await remove(one)).statusCode, 204)
    assert.equal((await remove(other)).statusCode, 409)
    await v2('DELETE', `/signature_processes/${id}`)
    assert.equal((await remove(other)).statusCode, 204)
  })

  test('204 does not ask what processes of another client name', async () => {
    const id = await aSignatureType(service)
    await doWork(globex, (work) => signatureTypes.putOne(work, id, {}))
    await created({ signature_type_id: id })

    const theirs = await v2('DELETE', `/signature_types/${id}`, { application: 'rival' })

    assert.equal(theirs.statusCode, 204, theirs.body)
    assert.equal((await remove(id)).statusCode, 409)
  })

  test('204 for one of many at once, 404 for the others; it is told of once', async () => {
    const id = await aSignatureType(service)

    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(id)))

    assert.deepEqual(answers.map((one) => one.statusCode).toSorted(), [204, 404, 404, 404, 404])
    assert.equal((await eventsOf(db, id)).filter((one) => one === 'signature_type.deleted').length, 1)
  })
})

describe('a type that is deleted while a process of it is made', () => {
  const document = { filename: 'a.pdf', size: '1', sha256: '', page_count: 1 }
  const draft = (signature_type_id: string) => ({ signature_type_id, title: unique('Draft'), signers: [anExternal()] })

  test('409 once the process is there, though it was not yet when the call came', async (t) => {
    const id = await aSignatureType(service)
    const { document: known } = await created()
    const made = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    t.after(() => go.resolve())
    const making = doWork(acme, async (work) => {
      const file = { ...document, sha256: known.sha256 }
      await createProcess(work, blobs, { input: draft(id) as Parameters<typeof createProcess>[2]['input'], file })
      made.resolve()
      await go.promise
    })
    await made.promise

    const deleting = remove(id)
    await untilWaiting(pool, 1)
    go.resolve()
    await making

    const answer = await deleting
    assert.deepEqual([answer.statusCode, answer.json()], [409, inUse(id)])
    assert.equal((await read(id)).statusCode, 200)
  })

  test('422 for a process or a change that names it, once it is gone', async (t) => {
    const id = await aSignatureType(service)
    const drafted = await created()
    const gone = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    t.after(() => go.resolve())
    const deleting = doWork(acme, async (work) => {
      await signatureTypes.deleteOne?.(work, id)
      gone.resolve()
      await go.promise
    })
    await gone.promise

    const answers = [
      post({ signature_type_id: id }),
      v2('PATCH', `/signature_processes/${drafted.id}`, { body: { signature_type_id: id } }),
    ]
    await untilWaiting(pool, 2)
    go.resolve()
    await deleting

    const message = `Signature type ${id} not found.`
    for (const answer of await Promise.all(answers)) {
      assert.deepEqual(
        [answer.statusCode, answer.json().errors],
        [422, [{ field: 'signature_type_id', code: 'unknown_signature_type', message }]],
      )
    }
    assert.deepEqual(await readProcess(drafted.id), drafted)
  })
})
