import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createDocument } from '#modules/documents/filing/create-document.ts'
import type { Document } from '#modules/documents/schemas.ts'
import { deleteDocument } from '#modules/documents/trash/trash-document.ts'
import { sweepBlobs } from '#platform/blobs/jobs.ts'
import type { KeysetPage } from '#platform/db/lists/keyset-page.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { anEmployee } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls, signedAddress } from '#test/harness/features/documents/document-calls.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { vaultCalls } from '#test/harness/features/documents/vault-calls.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { findVaultFile, listVault, type VaultDocument } from './list-vault.ts'

const service = await startApp()
const { app, v2, db, doWork, clock, blobs, blobsFolder, pool } = service
const { aDocument, at } = filingCalls(service)
const { inVault, idsInVault, fileInVault, linksOf, unlinked, link } = vaultCalls(service)

const remove = (document: Document) => v2('DELETE', at(document))
const takeOut = ({ employee_technical_id, id }: Document) =>
  v2('DELETE', `/employees/${employee_technical_id}/documents/${id}/link`)

/** How an employee finds a document in the vault. */
function asInVault(document: Document, typeName = document.document_type_code): VaultDocument {
  const { id, title, document_type_code, filename, content_type, size, sha256, page_count, date, created_at } = document
  return {
    id,
    title,
    document_type_code,
    document_type_name: typeName,
    filename,
    content_type,
    size,
    sha256,
    page_count,
    date,
    received_at: created_at,
  }
}

const asFile = ({ filename, content_type, size, sha256 }: Document) => ({
  filename,
  contentType: content_type,
  sizeBytes: size,
  sha256,
})

describe('the vault of an employee', () => {
  test('holds what was filed for the employee, newest first, and nothing else', async () => {
    const document_type_code = await aDocumentType(service, { name: 'Payslip' })
    const employee_technical_id = await anEmployee(service)
    const filed: Document[] = []
    for (const title of ['January', 'February', 'March']) {
      clock.advance(1)
      filed.push(await aDocument('employee', { employee_technical_id, document_type_code, title, file: aPdf(title) }))
    }
    await aDocument('employee', { document_type_code })

    const held = await inVault(employee_technical_id)

    assert.deepEqual(
      held,
      filed.toReversed().map((one) => asInVault(one, 'Payslip')),
    )
    for (const one of filed) assert.deepEqual(await fileInVault(employee_technical_id, one.id), asFile(one))
  })

  test('holds what comes by group B too', async () => {
    const document_type_code = await aDocumentType(service)
    const employee_technical_id = await anEmployee(service)

    const id = await documentCalls(service).uploaded({ document_type_code, employee_technical_id })

    assert.deepEqual(await idsInVault(employee_technical_id), [id])
    assert.equal((await linksOf(employee_technical_id)).length, 1)
  })

  test('shows a linked document as it is now, in the trash or not', async () => {
    const document = await aDocument('employee')
    const employee = document.employee_technical_id

    const renamed = (await v2('PATCH', at(document), { body: { title: 'Renamed' } })).json()
    await v2('PUT', `${at(document)}/trash`)

    assert.deepEqual(await inVault(employee), [asInVault(renamed)])
    assert.deepEqual(await fileInVault(employee, document.id), asFile(document))
  })

  test('keeps a document that is deleted from the folder, as it was last', async () => {
    for (const isTrashed of [false, true]) {
      const document = await aDocument('employee', { external_unique_id: unique('ext') })
      const employee = document.employee_technical_id
      const renamed = (await v2('PATCH', at(document), { body: { title: 'Renamed', date: '2020-02-29' } })).json()
      if (isTrashed) await v2('PUT', `${at(document)}/trash`)

      assert.equal((await remove(document)).statusCode, 204)

      assert.deepEqual(await inVault(employee), [asInVault(renamed)])
      assert.deepEqual(await fileInVault(employee, document.id), asFile(document))
      assert.equal((await linksOf(employee)).length, 1)
    }
  })

  test('does not keep a document that was taken out of it', async () => {
    const deleted = await aDocument('employee')
    const left = await aDocument('employee')
    for (const one of [deleted, left]) assert.equal((await takeOut(one)).statusCode, 204)

    await remove(deleted)
    await unlinked(left.employee_technical_id)

    for (const { employee_technical_id, id } of [deleted, left]) {
      assert.deepEqual(await inVault(employee_technical_id), [])
      assert.equal(await fileInVault(employee_technical_id, id), undefined)
    }
  })

  test('keeps everything when the link is deleted, each document once and as it was then', async () => {
    const gone = await aDocument('employee')
    const employee_technical_id = gone.employee_technical_id
    const filed: Document[] = [gone]
    for (let count = 0; count < 4; count += 1) {
      clock.advance(1)
      filed.push(await aDocument('employee', { employee_technical_id }))
    }
    const [, trashed, held, out, plain] = filed as [Document, Document, Document, Document, Document]
    await remove(gone)
    await v2('PUT', `${at(trashed)}/trash`)
    await v2('PATCH', at(held), { body: { legal_hold: true } })
    await takeOut(out)

    await unlinked(employee_technical_id)
    await v2('PATCH', at(plain), { body: { title: 'Renamed' } })
    await v2('PUT', `${at(plain)}/trash`)
    await remove(trashed)

    const kept = [plain, held, trashed, gone].map((one) => asInVault(one))
    assert.deepEqual(await inVault(employee_technical_id), kept)
    assert.deepEqual(await fileInVault(employee_technical_id, plain.id), asFile(plain))
    assert.equal((await takeOut(plain)).statusCode, 404)
  })

  test('is the same after it was linked and unlinked again', async () => {
    const first = await aDocument('employee')
    const { employee_technical_id } = first
    await unlinked(employee_technical_id)
    await link(employee_technical_id)
    clock.advance(1)
    const second = await aDocument('employee', { employee_technical_id })

    await unlinked(employee_technical_id)
    await remove(first)
    await remove(second)

    assert.deepEqual(await inVault(employee_technical_id), [asInVault(second), asInVault(first)])
  })

  test('is closed to applications and to signed addresses, once a document is only there', async () => {
    const document = await aDocument('employee')
    const { employee_technical_id } = document

    await remove(document)

    const answers = [
      await v2('GET', at(document)),
      await v2('GET', `${at(document)}/file`),
      await takeOut(document),
      await app.inject({ url: signedAddress(service, document.id) }),
    ]
    assert.deepEqual(
      answers.map((one) => one.statusCode),
      [404, 404, 404, 404],
    )
    const folder = await v2('GET', `/employee_documents?employee_technical_id=${employee_technical_id}`)
    assert.deepEqual(folder.json(), [])
  })

  test('stays when the employee is deleted', async () => {
    const linked = await aDocument('employee')
    const kept = await aDocument('employee')
    await remove(kept)

    for (const one of [linked, kept]) {
      await v2('DELETE', `/employees/${one.employee_technical_id}`)

      assert.deepEqual(await inVault(one.employee_technical_id), [asInVault(one)])
    }
  })

  test('opens to nobody else: another employee, another client, an id of another form', async () => {
    const linked = await aDocument('employee')
    const kept = await aDocument('employee')
    await remove(kept)
    const stranger = await anEmployee(service)

    for (const { employee_technical_id, id } of [linked, kept]) {
      const employee = employee_technical_id ?? ''
      await anEmployee(service, { owner: globex, technical_id: employee })
      const theirs = await listVault(db, globex.client, { employeeTechnicalId: employee }, {})

      assert.deepEqual(theirs.rows, [])
      assert.equal(await findVaultFile(db, globex.client, employee, id), undefined)
      assert.equal(await fileInVault(stranger, id), undefined)
      for (const other of [randomUUID(), 'x', '']) assert.equal(await fileInVault(employee, other), undefined)
    }
    assert.deepEqual([await inVault(stranger), await inVault(unique('E'))], [[], []])
  })

  test('neither keeps nor loses a document when the work that deletes it fails later', async () => {
    const document = await aDocument('employee')

    const work = doWork(acme, async (work) => {
      await deleteDocument(work, 'employee', document.id)
      throw new Error('later')
    })

    await assert.rejects(work, /later/)
    assert.deepEqual(await inVault(document.employee_technical_id), [asInVault(document)])
    assert.equal((await pool.query('SELECT FROM vault_documents WHERE id = $1', [document.id])).rowCount, 0)
  })
})

describe('pages of a vault', () => {
  test('go forth and back through linked and kept documents, also of one moment', async () => {
    const employee_technical_id = await anEmployee(service)
    const filed: Document[] = []
    for (let count = 0; count < 7; count += 1) filed.push(await aDocument('employee', { employee_technical_id }))
    for (const [index, one] of filed.entries()) if (index % 3 === 1) await remove(one)
    const page = (at?: KeysetPage<unknown>['next']) =>
      listVault(db, acme.client, { employeeTechnicalId: employee_technical_id }, { perPage: 3, at })

    const first = await page()
    const second = await page(first.next)
    const third = await page(second.next)
    const back = await page(third.previous)

    const ids = [first, second, third].map(({ rows }) => rows.map((one) => one.id))
    assert.deepEqual(ids.flat(), filed.map((one) => one.id).toReversed())
    assert.deepEqual(
      ids.map((one) => one.length),
      [3, 3, 1],
    )
    assert.deepEqual(back.rows, second.rows)
    assert.deepEqual([first.previous, third.next], [undefined, undefined])
  })

  test('go on where they were when a document leaves the folder meanwhile', async () => {
    const employee_technical_id = await anEmployee(service)
    const filed: Document[] = []
    for (let count = 0; count < 4; count += 1) filed.push(await aDocument('employee', { employee_technical_id }))
    const page = (at?: KeysetPage<unknown>['next']) =>
      listVault(db, acme.client, { employeeTechnicalId: employee_technical_id }, { perPage: 2, at })
    const first = await page()

    for (const one of filed.slice(1)) await remove(one)
    const second = await page(first.next)

    assert.deepEqual(
      [...first.rows, ...second.rows].map((one) => one.id),
      filed.map((one) => one.id).toReversed(),
    )
  })
})

describe('the bytes of what a vault keeps', () => {
  const sweep = () => sweepBlobs.run({}, { ...service, signal: new AbortController().signal })
  async function makeOld(key: string): Promise<void> {
    const moment = new Date(Date.now() - 999 * 60 * 60 * 1000)
    await utimes(join(blobsFolder, key.slice(0, 2), key), moment, moment)
  }

  test('are spared by the sweep, whether the document or the link was deleted first', async () => {
    for (const isUnlinkedFirst of [false, true]) {
      const file = aPdf(unique('kept'))
      const document = await aDocument('employee', { file })
      await db.deleteFrom('uploads').where('sha256', '=', document.sha256).execute()
      await makeOld(document.sha256)

      if (isUnlinkedFirst) await unlinked(document.employee_technical_id)
      await remove(document)
      await sweep()

      const { sha256 } = (await fileInVault(document.employee_technical_id, document.id)) ?? assert.fail()
      assert.deepEqual(await blobs.read(sha256), file)
    }
  })
})

describe('filing a document', () => {
  test('writes a link with the first one only', async () => {
    const { sha256, document_type_code } = await aDocument('company')
    const type = await aDocumentType(service)
    const employee_technical_id = await anEmployee(service)
    const file = { filename: 'a.pdf', content_type: 'application/pdf', sizeBytes: 1, sha256, page_count: 1 }
    const lastStatements = (input: object) =>
      doWork(acme, async (work) => {
        const options = { blobs, origin: 'api', fileField: 'file' } as const
        await createDocument(work, { title: 'A', ...input }, file, options)
        return work.lastStatements.length
      })
    const organization_codes = (await v2('GET', '/organizations')).json().map((one: { code: string }) => one.code)
    const inFolder = { document_type_code: type, employee_technical_id }

    const first = await lastStatements(inFolder)
    const second = await lastStatements(inFolder)
    await unlinked(employee_technical_id)
    const later = await lastStatements(inFolder)
    const ofCompany = await lastStatements({ document_type_code, organization_codes, employee_technical_id })

    assert.deepEqual([first, second, later, ofCompany], [1, 0, 0, 0])
  })
})

describe('the migration', () => {
  test('gives those a link who have linked documents, as old as the first of them', async () => {
    const first = await aDocument('employee')
    const { employee_technical_id } = first
    clock.advance(60)
    await aDocument('employee', { employee_technical_id })
    const out = await aDocument('employee')
    const unfiled = await anEmployee(service)
    await takeOut(out)
    const migration = await readFile(join(import.meta.dirname, '../../../../migrations/0016-vaults.sql'), 'utf8')

    await pool.query('DROP TABLE vault_links, vault_documents')
    await pool.query(migration)

    const [one, ...others] = await linksOf(employee_technical_id)
    assert.deepEqual([one?.employee_technical_id, one?.created_at], [employee_technical_id, first.created_at])
    assert.deepEqual([others, await linksOf(out.employee_technical_id), await linksOf(unfiled)], [[], [], []])
  })
})
