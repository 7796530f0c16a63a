import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDocument } from '#modules/documents/filing/create-document.ts'
import type { Document } from '#modules/documents/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { acme } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { anEmployee, eventsOf } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { vaultCalls } from '#test/harness/features/documents/vault-calls.ts'
import { unlinkVault } from './link-vault.ts'

const service = await startApp()
const { v2, db, doWork, blobs, pool } = service
const { aDocument, at } = filingCalls(service)
const { idsInVault, linksOf, theLink, unlink, link } = vaultCalls(service)

const ROUNDS = 15
const times = <T>(count: number, step: (index: number) => T) => Array.from({ length: count }, (_, index) => step(index))
const statusesOf = (answers: { statusCode: number }[]) => answers.map((one) => one.statusCode).toSorted()
const document_type_code = await aDocumentType(service)
const file = (employee_technical_id: string | null) =>
  aDocument('employee', { employee_technical_id, document_type_code })

async function isLinked(document: Document): Promise<boolean> {
  return (await v2('GET', at(document))).json().linked_to_vault
}

async function waitingForTurns(): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`
    SELECT count(*)::integer FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
  return rows[0]?.count ?? 0
}

describe('the first documents of an employee at once', () => {
  test('open one link, and all are in the vault', async () => {
    for (let round = 0; round < 5; round += 1) {
      const employee = await anEmployee(service)

      const filed = await Promise.all(times(8, () => file(employee)))

      assert.deepEqual((await idsInVault(employee)).toSorted(), filed.map((one) => one.id).toSorted())
      assert.ok(filed.every((one) => one.linked_to_vault))
      assert.equal((await linksOf(employee)).length, 1)
    }
  })

  test('and a POST of the link: there is one, and the document is in the vault', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const employee = await anEmployee(service)

      const [document, answer] = await Promise.all([file(employee), link(employee)])

      assert.ok([201, 409].includes(answer.statusCode), answer.body)
      assert.deepEqual(await idsInVault(employee), [document.id])
      const { id } = await theLink(employee)
      if (answer.statusCode === 201) assert.equal(answer.json().id, id)
    }
  })
})

describe('many calls about one link at once', () => {
  test('10 DELETEs: one unlinks, and is told', async () => {
    const { employee_technical_id } = await aDocument('employee')
    const one = await theLink(employee_technical_id)

    const answers = await Promise.all(times(10, () => unlink(one)))

    assert.deepEqual(statusesOf(answers), [204, ...Array(9).fill(404)])
    assert.deepEqual(await eventsOf(db, one.id), ['vault_link.deleted'])
  })

  test('10 POSTs: one links', async () => {
    const employee = await anEmployee(service)

    const answers = await Promise.all(times(10, () => link(employee)))

    assert.deepEqual(statusesOf(answers), [201, ...Array(9).fill(409)])
    assert.equal((await linksOf(employee)).length, 1)
  })
})

describe('a link that is deleted', () => {
  test('while documents are filed: each is in the vault or was never linked, and none is linked still', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = await file(await anEmployee(service))
      const { employee_technical_id } = first
      const one = await theLink(employee_technical_id)
      const calls = [
        () => file(employee_technical_id),
        () => unlink(one).then((answer) => assert.equal(answer.statusCode, 204, answer.body)),
        () => file(employee_technical_id),
        () => file(employee_technical_id),
      ]

      const done = await Promise.all((round % 2 ? calls.toReversed() : calls).map((call) => call()))

      const filed = [first, ...done.flatMap((answer) => answer ?? [])]
      const reached = filed.filter((document) => document.linked_to_vault)
      assert.equal(filed.length, 4)
      assert.deepEqual((await idsInVault(employee_technical_id)).toSorted(), reached.map(({ id }) => id).toSorted())
      for (const document of filed) assert.equal(await isLinked(document), false)
      assert.deepEqual(await linksOf(employee_technical_id), [])
    }
  })

  test('waits for a document that is being filed, and keeps it', async (t) => {
    const first = await aDocument('employee')
    const { employee_technical_id, sha256 } = first
    const one = await theLink(employee_technical_id)
    const filed = Promise.withResolvers<Document>()
    const told = Promise.withResolvers<void>()
    t.after(() => told.resolve())
    const filing = doWork(acme, async (work) => {
      const input = { title: 'A', document_type_code, employee_technical_id }
      const known = { filename: 'a.pdf', content_type: 'application/pdf', sizeBytes: 1, sha256, page_count: 1 }
      filed.resolve(await createDocument(work, input, known, { blobs, origin: 'api', fileField: 'file' }))
      await told.promise
    })
    const document = await filed.promise

    const unlinking = unlink(one)
    await eventually(async () => (await waitingForTurns()) === 1)
    told.resolve()
    await filing

    assert.equal((await unlinking).statusCode, 204)
    assert.equal(await isLinked(document), false)
    assert.deepEqual(await idsInVault(employee_technical_id), [document.id, first.id])
  })

  test('is waited for by a document that is filed, which then does not reach the vault', async (t) => {
    const first = await aDocument('employee')
    const { employee_technical_id } = first
    const one = await theLink(employee_technical_id)
    const unlinked = Promise.withResolvers<void>()
    const told = Promise.withResolvers<void>()
    t.after(() => told.resolve())
    const unlinking = doWork(acme, async (work) => {
      await unlinkVault(work, one.id)
      unlinked.resolve()
      await told.promise
    })
    await unlinked.promise

    const filing = file(employee_technical_id)
    await eventually(async () => (await waitingForTurns()) === 1)
    told.resolve()
    await unlinking

    assert.equal((await filing).linked_to_vault, false)
    assert.deepEqual(await idsInVault(employee_technical_id), [first.id])
  })

  test('while a document is deleted from the folder: the vault has it once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const document = await aDocument('employee')
      const one = await theLink(document.employee_technical_id)
      const calls = [() => v2('DELETE', at(document)), () => unlink(one)]

      const answers = await Promise.all((round % 2 ? calls.toReversed() : calls).map((call) => call()))

      assert.deepEqual(statusesOf(answers), [204, 204])
      assert.deepEqual(await idsInVault(document.employee_technical_id), [document.id])
    }
  })

  test('while a document is changed: both happen', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const document = await aDocument('employee')
      const one = await theLink(document.employee_technical_id)
      const calls = [() => v2('PATCH', at(document), { body: { title: 'Renamed' } }), () => unlink(one)]

      const answers = await Promise.all((round % 2 ? calls.toReversed() : calls).map((call) => call()))

      assert.deepEqual(statusesOf(answers), [200, 204])
      const { title, linked_to_vault } = (await v2('GET', at(document))).json()
      assert.deepEqual([title, linked_to_vault], ['Renamed', false])
      assert.deepEqual(await idsInVault(document.employee_technical_id), [document.id])
    }
  })

  test('while a document is taken out of the vault: it is out, or it is too late for that', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, employee_technical_id } = await aDocument('employee')
      const one = await theLink(employee_technical_id)

      const [out, unlinked] = await Promise.all([
        v2('DELETE', `/employees/${employee_technical_id}/documents/${id}/link`),
        unlink(one),
      ])

      assert.equal(unlinked.statusCode, 204)
      assert.ok([204, 404].includes(out.statusCode), out.body)
      assert.deepEqual(await idsInVault(employee_technical_id), out.statusCode === 204 ? [] : [id])
    }
  })
})
