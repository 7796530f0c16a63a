import assert from 'node:assert/strict'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Work } from '#kernel/work.ts'
import type { Document } from '#modules/documents/schemas.ts'
import { sweepBlobs } from '#platform/blobs/jobs.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, unique } from '#test/harness/builders.ts'
import { anEmployee, eventsOf } from '#test/harness/features/directory/builders.ts'
import {
  BOTH_KINDS,
  eventsWithData,
  type FiledOptions,
  filingCalls,
} from '#test/harness/features/documents/filing-calls.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { deleteDocument, trashDocument, unlinkDocument, untrashDocument } from './trash-document.ts'

const service = await startApp()
const { app, v2, db, blobs, blobsFolder, doWork, clock } = service
const { aDocument, anUpload, at } = filingCalls(service)

type Named = Pick<Document, 'kind' | 'id'>
const trash = (document: Named) => v2('PUT', `${at(document)}/trash`)
const untrash = (document: Named) => v2('PUT', `${at(document)}/untrash`)
const remove = (document: Named) => v2('DELETE', at(document))
const unlink = (employee: string | null, document: Pick<Document, 'id'>) =>
  v2('DELETE', `/employees/${employee}/documents/${document.id}/link`)

/** All that there is of a document, to show that nothing moved. */
async function stateOf(document: Named) {
  return { document: (await v2('GET', at(document))).json(), events: await eventsOf(db, document.id) }
}

async function aHeldDocument(kind: Document['kind'], options: FiledOptions = {}): Promise<Document> {
  const document = await aDocument(kind, options)
  await v2('PATCH', at(document), { body: { legal_hold: true } })
  return document
}

async function noteOn(document: Named): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/notes/documents/',
    headers: { 'x-api-key': 'acme-api-key' },
    payload: { document_id: document.id, description: 'Look at this.' },
  })
  assert.equal(answer.statusCode, 201, answer.body)
  return answer.json().id
}

for (const kind of BOTH_KINDS) {
  describe(`PUT /${kind}_documents/{id}/trash and untrash`, () => {
    test('200 puts a document into the trash, once; its event says what is answered', async () => {
      const document = await aDocument(kind)
      clock.advance(5)

      const answer = await trash(document)
      clock.advance(5)
      const again = await trash(document)

      const { trashed_at } = answer.json()
      assert.equal(answer.statusCode, 200)
      assert.deepEqual(answer.json(), { ...document, trashed: true, trashed_at, updated_at: trashed_at })
      assert.ok(trashed_at > document.updated_at)
      assert.deepEqual([again.statusCode, again.json()], [200, answer.json()])
      assert.deepEqual((await eventsWithData(service, document.id)).slice(1), [
        { type: `${kind}_document.trashed`, data: answer.json() },
      ])
    })

    test('200 takes it out of the trash, once; it is what it was', async () => {
      const document = await aDocument(kind)
      await trash(document)
      clock.advance(5)

      const answer = await untrash(document)
      clock.advance(5)
      const again = await untrash(document)

      const { updated_at } = answer.json()
      assert.deepEqual(answer.json(), { ...document, updated_at })
      assert.ok(updated_at > document.updated_at)
      assert.deepEqual([again.statusCode, again.json()], [200, answer.json()])
      assert.deepEqual((await eventsWithData(service, document.id)).slice(2), [
        { type: `${kind}_document.restored`, data: answer.json() },
      ])
    })

    test('200 for one that was never in the trash, and nothing happens', async () => {
      const document = await aDocument(kind)
      const before = await stateOf(document)
      clock.advance(5)

      const answer = await untrash(document)

      assert.deepEqual([answer.statusCode, answer.json()], [200, document])
      assert.deepEqual(await stateOf(document), before)
    })

    test('200 still reads a document in the trash, and its file', async () => {
      const document = await aDocument(kind, { file: 'still here' })

      await trash(document)

      assert.equal((await v2('GET', at(document))).json().trashed, true)
      assert.equal((await v2('GET', `${at(document)}/file`)).body, 'still here')
    })

    test('409 while it is held, and nothing changes; 200 when the hold is gone', async () => {
      const document = await aHeldDocument(kind)
      const before = await stateOf(document)

      const refused = await trash(document)
      const after = await stateOf(document)
      await v2('PATCH', at(document), { body: { legal_hold: false } })
      const taken = await trash(document)

      assert.equal(refused.statusCode, 409)
      assert.deepEqual(refused.json(), {
        code: 'legal_hold',
        message: `The document ${document.id} is under legal hold and must be kept.`,
      })
      assert.deepEqual(after, before)
      assert.equal(taken.statusCode, 200)
    })

    test('200 takes one out of the trash that is held', async () => {
      const document = await aDocument(kind)
      await trash(document)
      await v2('PATCH', at(document), { body: { legal_hold: true } })

      const answer = await untrash(document)

      assert.deepEqual([answer.statusCode, answer.json().trashed], [200, false])
    })
  })

  describe(`DELETE /${kind}_documents/{id}`, () => {
    for (const where of ['in the trash', 'not in the trash']) {
      test(`204 deletes a document that is ${where}; its event says what it was`, async () => {
        const document = await aDocument(kind)
        if (where === 'in the trash') await trash(document)
        const { document: before, events } = await stateOf(document)

        const answer = await remove(document)
        const again = await remove(document)

        assert.deepEqual([answer.statusCode, answer.body], [204, ''])
        assert.deepEqual([again.statusCode, (await v2('GET', at(document))).statusCode], [404, 404])
        assert.deepEqual((await eventsWithData(service, document.id)).slice(events.length), [
          { type: `${kind}_document.deleted`, data: before },
        ])
      })
    }

    test('204 leaves no trace: not in lists, no places, and its external_unique_id is free', async () => {
      const external_unique_id = unique('ext')
      const document = await aDocument(kind, { external_unique_id })

      await remove(document)

      const list = await v2('GET', `/${kind}_documents?external_unique_id=${external_unique_id}`)
      assert.deepEqual(list.json(), [])
      assert.equal((await aDocument(kind, { external_unique_id })).external_unique_id, external_unique_id)
    })

    test('204 deletes the notes on it, and no others', async () => {
      const document = await aDocument(kind)
      const other = await aDocument(kind)
      const gone = await noteOn(document)
      const kept = await noteOn(other)

      await remove(document)

      const statuses = [await v2('GET', `/notes/${gone}`), await v2('GET', `/notes/${kept}`)].map(
        (one) => one.statusCode,
      )
      assert.deepEqual(statuses, [404, 200])
    })

    test('409 while it is held, and nothing changes', async () => {
      const document = await aHeldDocument(kind, { file: 'held' })
      const note = await noteOn(document)
      const before = await stateOf(document)

      const answer = await remove(document)

      assert.deepEqual([answer.statusCode, answer.json().code], [409, 'legal_hold'])
      assert.deepEqual(await stateOf(document), before)
      assert.equal((await v2('GET', `/notes/${note}`)).statusCode, 200)
      assert.equal((await v2('GET', `${at(document)}/file`)).body, 'held')
    })
  })
}

describe('the bytes of a document that is deleted', () => {
  const sweep = () => sweepBlobs.run({}, { ...service, signal: new AbortController().signal })
  const isThere = async (key: string) => (await blobs.size(key)) !== undefined
  async function makeOld(key: string): Promise<void> {
    const moment = new Date(Date.now() - 999 * 60 * 60 * 1000)
    await utimes(join(blobsFolder, key.slice(0, 2), key), moment, moment)
  }

  test('stay while another document has them, and go with the next sweep after the last one', async () => {
    const file = aPdf(unique('shared'))
    const one = await aDocument('employee', { file })
    const other = await aDocument('company', { file, application: 'rival' })
    await unlink(one.employee_technical_id, one)
    await db.deleteFrom('uploads').where('sha256', '=', one.sha256).execute()
    await makeOld(one.sha256)

    await remove(one)
    await sweep()
    const whileNamed = await isThere(one.sha256)
    const reads = await v2('GET', `${at(other)}/file`, { application: 'rival' })
    await v2('DELETE', at(other), { application: 'rival' })
    const beforeSweep = await isThere(one.sha256)
    await sweep()

    assert.deepEqual([whileNamed, beforeSweep, await isThere(one.sha256)], [true, true, false])
    assert.deepEqual(reads.rawPayload, file)
  })

  test('stay while an upload names them', async () => {
    const file = aPdf(unique('uploaded'))
    const document = await aDocument('company', { file })
    await anUpload({ file })
    await makeOld(document.sha256)

    await remove(document)
    await sweep()
    const whileUploaded = await isThere(document.sha256)
    await db.deleteFrom('uploads').where('sha256', '=', document.sha256).execute()
    await sweep()

    assert.deepEqual([whileUploaded, await isThere(document.sha256)], [true, false])
  })

  test('are spared while the document is only in the trash', async () => {
    const document = await aDocument('employee', { file: aPdf(unique('trashed')) })
    await db.deleteFrom('uploads').where('sha256', '=', document.sha256).execute()
    await makeOld(document.sha256)

    await trash(document)
    await sweep()

    assert.equal(await isThere(document.sha256), true)
  })
})

describe('DELETE /employees/{technical_id}/documents/{id}/link', () => {
  test('204 takes it out of the vault, once, and it stays in the folder', async () => {
    const document = await aDocument('employee')
    clock.advance(5)

    const answer = await unlink(document.employee_technical_id, document)
    const after = await stateOf(document)
    const again = await unlink(document.employee_technical_id, document)

    const { updated_at } = after.document
    assert.deepEqual([answer.statusCode, answer.body, again.statusCode], [204, '', 404])
    assert.deepEqual(after.document, { ...document, linked_to_vault: false, updated_at })
    assert.ok(updated_at > document.updated_at)
    assert.deepEqual((await eventsWithData(service, document.id)).slice(1), [
      { type: 'employee_document.unlinked', data: after.document },
    ])
    assert.deepEqual(await stateOf(document), after)
    const message = `Link to the vault of the document ${document.id} not found.`
    assert.deepEqual(again.json(), { code: 'not_found', message })
  })

  test('404 for another employee, one who is not there, a company document and an absent one', async () => {
    const document = await aDocument('employee')
    const company = await aDocument('company')
    const before = await stateOf(document)
    const employee = await anEmployee(service)

    const answers = [
      await unlink(employee, document),
      await unlink('nobody', document),
      await unlink(employee, company),
      await unlink(document.employee_technical_id, { id: '01a1df9a-595c-7000-8000-0049b5b32185' }),
      await unlink(document.employee_technical_id, { id: 'none' }),
    ]

    for (const answer of answers) {
      assert.equal(answer.statusCode, 404)
      assert.match(answer.json().message, /^Employee document [\da-z-]+ not found\.$/)
    }
    assert.deepEqual(await stateOf(document), before)
  })

  test('204 for a document that is held, or in the trash', async () => {
    const held = await aHeldDocument('employee')
    const trashed = await aDocument('employee')
    await trash(trashed)

    for (const document of [held, trashed]) {
      assert.equal((await unlink(document.employee_technical_id, document)).statusCode, 204)
    }
    assert.equal((await v2('GET', at(trashed))).json().trashed, true)
  })
})

describe('a change whose work fails later', () => {
  const changes: [string, (work: Work, document: Document) => Promise<unknown>][] = [
    ['trashes', (work, { id }) => trashDocument(work, 'employee', id)],
    ['deletes', (work, { id }) => deleteDocument(work, 'employee', id)],
    ['unlinks', (work, { id, employee_technical_id }) => unlinkDocument(work, employee_technical_id ?? '', id)],
  ]
  for (const [what, change] of changes) {
    test(`neither ${what} nor tells of it`, async () => {
      const document = await aDocument('employee')
      const before = await stateOf(document)

      const work = doWork(acme, async (one) => {
        await change(one, document)
        throw new Error('later')
      })

      await assert.rejects(work, /later/)
      assert.deepEqual(await stateOf(document), before)
    })
  }

  test('neither restores nor tells of it', async () => {
    const document = await aDocument('company')
    await trash(document)
    const before = await stateOf(document)

    const work = doWork(acme, async (one) => {
      await untrashDocument(one, 'company', document.id)
      throw new Error('later')
    })

    await assert.rejects(work, /later/)
    assert.deepEqual(await stateOf(document), before)
  })
})
