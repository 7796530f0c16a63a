import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { credentialsOf } from '../../../server/test/harness/app.ts'
import { unique } from '../../../server/test/harness/builders.ts'
import { aPdf } from '../../../server/test/harness/files/pdf.ts'
import { startServing } from '../../../server/test/harness/serving.ts'
import { all } from '../../test/all.ts'
import { createDossier, signDownload } from '../index.ts'

const { url } = await startServing()
const sdk = createDossier({ baseUrl: url, ...credentialsOf('payroll') })

const organization = unique('org')
const employee = unique('E')
await sdk.organizations.put(organization, { name: 'Lyon' })
await sdk.employees.put(employee, {
  first_name: 'Eve',
  last_name: 'Moneypenny',
  registrations: [{ organization_code: organization, employee_number: '007' }],
})
await sdk.documentTypes.put('payslip', { kind: 'employee', visible_by_employee: true })
await sdk.documentTypes.put('policy', { kind: 'company' })

const bytes = aPdf('Payslip', { pages: 2 })
const upload_id = (await sdk.uploads.create(bytes, { filename: 'payslip.pdf' })).id
const inFolder = { title: 'Payslip', document_type_code: 'payslip', employee_technical_id: employee, upload_id }
const ofCompany = { title: 'Policy', document_type_code: 'policy', organization_codes: [organization], upload_id }
const contentOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
const missing = { name: 'DossierError', status: 404, code: 'not_found' }

describe('sdk.employeeDocuments and sdk.companyDocuments', () => {
  const kinds = {
    employeeDocuments: { calls: sdk.employeeDocuments, create: () => sdk.employeeDocuments.create(inFolder) },
    companyDocuments: { calls: sdk.companyDocuments, create: () => sdk.companyDocuments.create(ofCompany) },
  }
  for (const [name, { calls, create }] of Object.entries(kinds)) {
    test(`${name}: from the filing to the deletion`, async () => {
      const created = await create()
      assert.deepEqual(await calls.get(created.id), created)
      assert.equal(created.page_count, 2)
      assert.equal((await calls.patch(created.id, { title: 'Another' })).title, 'Another')
      assert.equal((await calls.trash(created.id)).trashed, true)
      assert.ok((await all(calls.list({ trashed: true }))).some((one) => one.id === created.id))
      assert.equal((await calls.untrash(created.id)).trashed, false)
      await calls.delete(created.id)
      await assert.rejects(calls.get(created.id), missing)
    })

    test(`${name}: file, a range of it, and a picture of a page`, async () => {
      const { id } = await create()

      assert.deepEqual(await contentOf(await calls.file(id)), bytes)
      assert.deepEqual(await contentOf(await calls.file(id, { range: 'bytes=0-4' })), Buffer.from('%PDF-'))
      const picture = await calls.preview(id, { page: 2, width: 100 })
      assert.equal(picture.headers.get('content-type'), 'image/png')
      assert.equal((await contentOf(picture)).readUInt32BE(16), 100)
      await assert.rejects(calls.preview(id, { page: 3 }), { status: 404, code: 'no_preview' })
    })
  }

  test('unlink takes a document out of the vault', async () => {
    const { id } = await sdk.employeeDocuments.create(inFolder)

    await sdk.employeeDocuments.unlink(employee, id)

    assert.equal((await sdk.employeeDocuments.get(id)).linked_to_vault, false)
    await assert.rejects(sdk.employeeDocuments.unlink(employee, id), missing)
  })
})

describe('sdk.vaultLinks', () => {
  test('from the first document to another link', async () => {
    await sdk.employeeDocuments.create(inFolder)

    const [link] = await all(sdk.vaultLinks.list({ employee_technical_id: employee }))
    assert.ok(link)
    assert.deepEqual(await sdk.vaultLinks.get(link.id), link)
    await sdk.vaultLinks.delete(link.id)
    await assert.rejects(sdk.vaultLinks.get(link.id), missing)
    const again = await sdk.vaultLinks.create({ employee_technical_id: employee })
    assert.deepEqual((await sdk.vaultLinks.page()).items, [again])
    const refused = { name: 'DossierError', status: 409, code: 'already_linked' }
    await assert.rejects(sdk.vaultLinks.create({ employee_technical_id: employee }), refused)
  })
})

describe('signDownload', () => {
  const sharedToken = 'acme-shared-token'

  test('its address downloads the document without further credentials, for five minutes', async () => {
    const { id: documentId } = await sdk.employeeDocuments.create(inFolder)
    const old = new Date(Date.now() - 301_000)

    const answer = await fetch(signDownload({ baseUrl: `${url}/`, documentId, sharedToken }))

    assert.deepEqual(await contentOf(answer), bytes)
    assert.equal((await fetch(signDownload({ baseUrl: url, documentId, sharedToken, at: old }))).status, 403)
    const wrong = signDownload({ baseUrl: url, documentId, sharedToken: 'globex-shared-token' })
    assert.equal((await fetch(wrong)).status, 403)
  })
})

describe('sdk.notes', () => {
  test('list, get and delete', async () => {
    const answer = await fetch(`${url}/api/v1/notes/employees/`, {
      method: 'POST',
      headers: { 'x-api-key': 'acme-api-key', 'content-type': 'application/json' },
      body: JSON.stringify({ employee_technical_id: employee, description: 'Call back' }),
    })
    const { id } = (await answer.json()) as { id: string }

    const note = await sdk.notes.get(id)
    assert.equal(note.description, 'Call back')
    assert.deepEqual(await all(sdk.notes.list({ employee_technical_id: employee })), [note])
    await sdk.notes.delete(id)
    await assert.rejects(sdk.notes.get(id), missing)
  })
})
