import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { mailDelivery } from '#modules/distributions/jobs.ts'
import type { Document } from '#modules/documents/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aDistributionType, distributionCalls } from '#test/harness/features/distributions.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { vaultCalls } from '#test/harness/features/documents/vault-calls.ts'
import { aRecordingMailer } from '#test/harness/features/notes.ts'
import { signatureCalls } from '#test/harness/features/signatures.ts'
import { jobsFor, runJob } from '#test/harness/features/webhooks/deliveries.ts'
import { anImage } from '#test/harness/files/images.ts'
import { aPdf, aPdfOf } from '#test/harness/files/pdf.ts'
import { asPayload } from '#test/harness/http/form.ts'
import { type AccountId, portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { v2 } = service
const { as } = portalCalls(service)
const { aDocument } = filingCalls(service)
const { uploaded, read } = documentCalls(service)
const { delivered, report } = distributionCalls(service)
const signatures = signatureCalls(service)
const { linksOf } = vaultCalls(service)

const HQ = await anOrganization(service, { code: 'HQ' })
const role = await aRole(service)
const manager = await aManager(service, { profiles: [{ role, organizations: [HQ], include_below: true }] })

type Filing = { employee: string; type: string; title: string }

const aScan = (title: string) => new File([new Uint8Array(aPdf())], `${title}.pdf`)

async function send(who: AccountId, path: string, data: object, file: File): Promise<string> {
  const form = new FormData()
  form.append('data', JSON.stringify(data))
  form.append('file', file)
  const { headers, payload } = await asPayload(form)
  const answer = await as(who)('POST', path, { headers, body: payload })
  assert.equal(answer.statusCode, 201, answer.body)
  return answer.json().id
}

/** Every way in which a document reaches the folder of an employee. */
const WAYS: Record<string, (filing: Filing) => Promise<string>> = {
  'group A': async ({ employee, type, title }) =>
    (await aDocument('employee', { employee_technical_id: employee, document_type_code: type, title })).id,
  'group B': ({ employee, type, title }) =>
    uploaded({ employee_technical_id: employee, document_type_code: type, title }),
  'a manager in the portal': ({ employee, type, title }) => {
    const data = { employee_technical_id: employee, document_type_code: type, title }
    return send(`manager:${manager}`, '/manager/documents', data, aScan(title))
  },
  'the employee in the portal': ({ employee, type, title }) =>
    send(`employee:${employee}`, '/me/documents', { document_type_code: type, title }, aScan(title)),
  'a distribution': async ({ employee, type, title }) => {
    const spoolType = await aDistributionType(service, { document_type: type, title })
    const id = await delivered([{ type: spoolType, bytes: aPdfOf([`Employee no: ${employee}`]) }])
    return (await report(id))[0]?.document_id ?? assert.fail('it was not delivered')
  },
  'a signature process': async ({ employee, type, title }) => {
    const { id } = await signatures.signed({ title, employee_technical_id: employee, document_type_code: type })
    assert.equal((await signatures.move(id, 'archive')).statusCode, 204)
    return (await signatures.read(id)).document_id ?? assert.fail('it was not filed')
  },
}

/** Where an employee could meet a document. */
const READS: Record<string, (id: string) => string> = {
  listMyDocuments: () => '/me/documents?per_page=100',
  getMyDocument: (id) => `/me/documents/${id}`,
  getMyDocumentFile: (id) => `/me/documents/${id}/file`,
  getMyDocumentPage: (id) => `/me/documents/${id}/pages/1`,
  getMyDocumentText: (id) => `/me/documents/${id}/text`,
  getMyDocumentImage: (id) => `/me/documents/${id}/image`,
  listMyVault: () => '/me/vault?per_page=100',
  summarizeMyVault: () => '/me/vault/summary',
  getMyVaultDocument: (id) => `/me/vault/${id}`,
  getMyVaultFile: (id) => `/me/vault/${id}/file`,
  getMyVaultPage: (id) => `/me/vault/${id}/pages/1`,
  getMyVaultText: (id) => `/me/vault/${id}/text`,
  getMyVaultImage: (id) => `/me/vault/${id}/image`,
  getMyVaultArchive: () => '/me/vault/archive',
  listMyDocumentTypes: () => '/me/document_types',
  listMyCompanyDocuments: () => '/me/company_documents?per_page=100',
  getMyCompanyDocument: (id) => `/me/company_documents/${id}`,
  getMyCompanyDocumentFile: (id) => `/me/company_documents/${id}/file`,
  getMyCompanyDocumentPage: (id) => `/me/company_documents/${id}/pages/1`,
  getMyCompanyDocumentText: (id) => `/me/company_documents/${id}/text`,
  getMyCompanyDocumentImage: (id) => `/me/company_documents/${id}/image`,
  listMySignatures: () => '/me/signatures?state=past',
  getMySignature: (id) => `/me/signatures/${id}`,
  getMySignatureFile: (id) => `/me/signatures/${id}/file`,
  getMySignaturePage: (id) => `/me/signatures/${id}/pages/1`,
  getMySignatureText: (id) => `/me/signatures/${id}/text`,
  searchMine: () => '/me/search?q=secret',
  listViewsOfMyFile: () => '/me/audit_entries?per_page=100',
  listMyPersonalData: () => '/me/personal_data',
}
/** These are not about documents. */
const OTHERS = [
  'listMyArticles',
  'readMyArticle',
  'listMyArticleCategories',
  'listMyRequests',
  'getMyRequest',
  'getMyProfile',
  'getMyRequestFile',
  'getMyRequestCommentFile',
  'listMyForms',
  'getMyForm',
  'listMyFormValues',
  'listMyDeletionRequests',
  // An access package has everything that is kept about a person, whether or not the portal shows it.
  'listMyAccessPackages',
  'getMyAccessPackageFile',
]

/** The calls in which an employee finds a document. */
async function foundBy(employee: string, { id, title }: Pick<Document, 'id' | 'title'>): Promise<string[]> {
  const found: string[] = []
  for (const [operation, path] of Object.entries(READS)) {
    const { statusCode, body } = await as(`employee:${employee}`)('GET', path(id))
    assert.ok(statusCode === 200 || statusCode === 404, `${operation}: ${statusCode} ${body}`)
    const isAboutOne = path('ID').includes('ID')
    const counts = /"documents_count":[1-9]/.test(body)
    if (isAboutOne ? statusCode === 200 : body.includes(id) || body.includes(title) || counts) found.push(operation)
  }
  return found
}
const FOLDER = ['listMyDocuments', 'getMyDocument', 'getMyDocumentFile', 'getMyDocumentPage', 'getMyDocumentText']
/** Documents of the vault are found by the search as well. */
const VAULT = [
  'listMyVault',
  'summarizeMyVault',
  'getMyVaultDocument',
  'getMyVaultFile',
  'getMyVaultPage',
  'getMyVaultText',
  'searchMine',
]
const EVERYWHERE = [...FOLDER, ...VAULT, 'getMyVaultArchive', 'listMyDocumentTypes']

describe('Spec 291: the type says which documents an employee sees', () => {
  test('every call by which employees read is tried out below', async () => {
    const openapi = await readFile(join(import.meta.dirname, '../../../../openapi/portal.json'), 'utf8')
    const { paths } = JSON.parse(openapi) as { paths: Record<string, { get?: { operationId: string } }> }
    const reads = Object.entries(paths).flatMap(([path, { get }]) =>
      get && path.startsWith('/portal/api/me/') ? [get.operationId] : [],
    )

    assert.deepEqual(reads.toSorted(), [...Object.keys(READS), ...OTHERS].toSorted())
  })

  for (const [way, file] of Object.entries(WAYS)) {
    test(`a document filed by ${way} is read nowhere while its type is hidden, and everywhere once it is not`, async () => {
      const employee = await anEmployee(service, { organizations: [HQ], email: 'read@acme.test' })
      const type = await aDocumentType(service, { visible_by_employee: false, upload_by_employee: true })
      const filing = { employee, type, title: `Secret of ${employee}` }
      const show = (visible_by_employee: boolean) =>
        v2('PATCH', `/document_types/${type}`, { body: { visible_by_employee } })

      const id = await file(filing)
      const { title, linked_to_vault } = await read('employee', id)
      assert.equal(linked_to_vault, false)
      assert.deepEqual(await linksOf(employee), [])
      assert.deepEqual(await foundBy(employee, { id, title }), [])

      await show(true)
      assert.deepEqual((await foundBy(employee, { id, title })).toSorted(), EVERYWHERE.toSorted())
      assert.equal((await read('employee', id)).linked_to_vault, true)
      assert.equal((await linksOf(employee)).length, 1)

      await show(false)
      assert.deepEqual(await foundBy(employee, { id, title }), [])
      assert.equal((await read('employee', id)).linked_to_vault, false)
      await v2('DELETE', `/employee_documents/${id}`)
      assert.deepEqual(await foundBy(employee, { id, title }), [])

      await show(true)
      const isKept = (await foundBy(employee, { id, title })).toSorted()
      assert.deepEqual(isKept, [...VAULT, 'getMyVaultArchive'].toSorted())
    })
  }

  test('a picture is seen nowhere while its type is hidden, and small and large once it is not', async () => {
    const employee = await anEmployee(service, { organizations: [HQ] })
    const type = await aDocumentType(service, { visible_by_employee: false, upload_by_employee: true })
    const title = `Photo of ${employee}`
    const photo = new File([new Uint8Array(await anImage())], 'photo.jpg')
    const id = await send(`employee:${employee}`, '/me/documents', { document_type_code: type, title }, photo)
    const pictures = async () => (await foundBy(employee, { id, title })).filter((one) => one.endsWith('Image'))

    const hidden = await pictures()
    await v2('PATCH', `/document_types/${type}`, { body: { visible_by_employee: true } })
    const shown = await pictures()

    assert.deepEqual([hidden, shown], [[], ['getMyDocumentImage', 'getMyVaultImage']])
  })

  test('a mail about a distribution names only documents that its reader may read, and is not sent without one', async () => {
    const both = await anEmployee(service, { organizations: [HQ], email: 'both@acme.test' })
    const hiddenOnly = await anEmployee(service, { organizations: [HQ], email: 'hidden@acme.test' })
    const hidden = await aDocumentType(service, { visible_by_employee: false })
    const types = [
      await aDistributionType(service, { document_type: hidden, title: 'Secret list' }),
      await aDistributionType(service, { title: 'Open letter' }),
    ] as const
    const id = await delivered([
      { type: types[0], bytes: aPdfOf([`Employee no: ${both}`, `Employee no: ${hiddenOnly}`]) },
      { type: types[1], bytes: aPdfOf([`Employee no: ${both}`]) },
    ])

    const office = aRecordingMailer()
    for (const ref of await jobsFor(service, 'distributions.mail', 'acme')) {
      const { project_id } = ref as { project_id: number }
      if (project_id === id) await runJob({ ...service, mailer: office.mailer }, mailDelivery, ref as never)
    }

    assert.deepEqual(office.addresses(), ['both@acme.test'])
    assert.match(office.sent[0]?.text ?? '', /Open letter/)
    assert.doesNotMatch(`${office.sent[0]?.subject}${office.sent[0]?.text}${office.sent[0]?.html}`, /Secret|2 new/)
    const lines = await report(id)
    assert.deepEqual(
      lines.map((line) => [line.title, line.outcome, line.linked_to_vault]),
      [
        ['Secret list', 'matched', false],
        ['Secret list', 'matched', false],
        ['Open letter', 'matched', true],
      ],
    )
  })
})
