import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { auditedBy } from '#test/harness/features/audit.ts'
import { signedAddress } from '#test/harness/features/documents/document-calls.ts'
import { committedDocuments } from '#test/harness/http/openapi.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'
import { ALL_CASES } from '#test/portal-api/cases/index.ts'
import { type IsolationCase, makeWorld } from '#test/portal-api/isolation-case.ts'

/*
 * The guard against the next route that hands something out and forgets the audit trail: each is listed here with what it
 * writes down, or with the reason why it writes nothing; and those that can be called in the world of the portal tests are.
 */

const service = await startApp()
const { app, db, v2 } = service
const { as } = portalCalls(service)
const world = await makeWorld(service)
const cases: IsolationCase[] = []
for (const casesOf of ALL_CASES) cases.push(...(await casesOf(world)))
const KEY = { 'x-api-key': 'acme-api-key' }

/** What each operation that answers something else than JSON, or the content of a file as JSON, writes down. */
const ACTIONS: Record<string, readonly string[]> = {
  'document.viewed': [
    'getManagedDocument',
    'getManagedDocumentPage',
    'getManagedDocumentImage',
    'getManagedDocumentText',
    'getMyDocument',
    'getMyDocumentPage',
    'getMyDocumentImage',
    'getMyDocumentText',
    'getMyCompanyDocument',
    'getMyCompanyDocumentPage',
    'getMyCompanyDocumentImage',
    'getMyCompanyDocumentText',
    'getMyVaultDocument',
    'getMyVaultPage',
    'getMyVaultImage',
    'getMyVaultText',
    'getCompanyDocumentPreview',
    'getEmployeeDocumentPreview',
  ],
  'document.downloaded': [
    'getManagedDocumentFile',
    'getMyDocumentFile',
    'getMyCompanyDocumentFile',
    'downloadEnterpriseDocument',
    'getCompanyDocumentFile',
    'getEmployeeDocumentFile',
  ],
  'vault.downloaded': ['getMyVaultFile', 'getMyVaultArchive'],
  'file.downloaded': [
    'getManagedRequestFile',
    'getManagedRequestCommentFile',
    'getMyRequestFile',
    'getMyRequestCommentFile',
    'getRequestFile',
    'getRequestCommentFile',
    'getManagedSignatureFile',
    'getManagedSignaturePage',
    'getManagedSignatureText',
    'getMySignatureFile',
    'getMySignaturePage',
    'getMySignatureText',
    'getSigningDocumentFile',
    'getSigningDocumentPage',
    'getSigningDocumentText',
    'getSignatureProcessFile',
    'getSignedFile',
    'listSignatureEvidence',
    'downloadManagerPackages',
    'downloadPackages',
    'getManagerDistributionPage',
    'getManagerDistributionText',
  ],
  'export.made': [
    'adminExportDataset',
    'adminGetDatasetImportReport',
    'adminGetDatasetImportSource',
    'adminGetDeletionReport',
    'adminGetDisposalCertificate',
    'adminGetImportErrorsReport',
    'adminGetImportReport',
    'downloadBulkActionFailures',
    'downloadManagerDistributionReport',
    'downloadManagerImportErrors',
    'downloadManagerImportReport',
    'downloadManagerManifest',
    'downloadManifest',
    'getDatasetImportReport',
    'getDatasetImportSource',
    'getDeletionReport',
    'getDisposalCertificate',
    'getDistributionReport',
    'getImportErrorsReport',
    'getImportReport',
  ],
  'access_package.downloaded': [
    'adminGetAccessPackageFile',
    'getAccessPackageFile',
    'getLinkedAccessPackageFile',
    'getMyAccessPackageFile',
  ],
  'audit.exported': ['exportAuditEntries', 'adminExportAuditEntries'],
}

const UNRECORDED: Record<string, string> = {
  adminGetDeletionReportSeal: 'a signature over a report; names nobody',
  adminGetDisposalCertificateSeal: 'a signature over a certificate; names nobody',
  getDeletionReportSeal: 'a signature over a report; names nobody',
  getDisposalCertificateSeal: 'a signature over a certificate; names nobody',
  importManagers: 'takes a file and answers the id of an import as text',
}

/** Where bytes of stored files are read, and that they leave by a route that is listed above, or do not leave. */
const READERS: Record<string, string> = {
  'distributions/packages/make-packages.ts': 'a job',
  'distributions/packages/packages-zip.ts': 'sendPackagesFile',
  'distributions/reading/spool.ts': 'a job',
  'distributions/reading/zip-spool.ts': 'a job',
  'documents/filing/receive-file.ts': 'counts pages; readBytes',
  'documents/previews/previews.ts': 'sendPreview',
  'documents/previews/send-page.ts': 'sendPage',
  'documents/previews/send-text.ts': 'sendText',
  'documents/vault/vault-archive.ts': 'getMyVaultArchive',
  'governance/packages/building/package-contents.ts': 'a job',
  'imports/datasets/import-values.ts': 'a job',
  'imports/datasets/routes.v2.ts': 'getDatasetImportSource',
  'imports/managers/manager-file.ts': 'a job, and getImportErrorsReport',
  'signatures/files/describe-document.ts': 'counts pages',
  'signatures/mails/jobs.ts': 'a mail to those who have signed',
  'signatures/sealing/renew-seals.ts': 'a job',
  'signatures/sealing/seal-process.ts': 'a job',
}

type Described = { operationId: string; responses?: Record<string, { content?: object }> }
const operations = Object.values(committedDocuments()).flatMap((document) =>
  Object.values((document as unknown as { paths: Record<string, Record<string, Described>> }).paths).flatMap(
    (methods) => Object.entries(methods).flatMap(([method, one]) => (method === 'head' ? [] : [one])),
  ),
)
const listed = new Map(Object.entries(ACTIONS).flatMap(([action, ids]) => ids.map((id) => [id, action])))

function answersBytes({ responses = {} }: Described): boolean {
  return Object.entries(responses).some(
    ([status, { content = {} }]) => Number(status) < 400 && Object.keys(content).some((type) => !/json$/.test(type)),
  )
}

describe('every route that hands out a file', () => {
  test('is listed with what it writes down, or with a reason', () => {
    const forgotten = operations.filter(answersBytes).map(({ operationId }) => operationId)
    assert.ok(forgotten.length > 50)
    assert.deepEqual(
      forgotten.filter((id) => !listed.has(id) && UNRECORDED[id] === undefined),
      [],
    )
  })

  test('is there: no line of the list is left of a route that is gone', () => {
    const known = new Set(operations.map(({ operationId }) => operationId))
    assert.deepEqual(
      [...listed.keys(), ...Object.keys(UNRECORDED)].filter((id) => !known.has(id)),
      [],
    )
  })

  test('reads bytes in a place that is known', async () => {
    const root = join(import.meta.dirname, '../../src/modules')
    const readers: string[] = []
    for await (const path of glob('**/*.ts', { cwd: root })) {
      if (/\.(test|conformance)\.ts$/.test(path)) continue
      const text = await readFile(join(root, path), 'utf8')
      if (/blobs\.(get|read)\(|readBytes\(/.test(text)) readers.push(path)
    }
    assert.deepEqual(
      readers.filter((path) => READERS[path] === undefined),
      [],
    )
  })
})

/** A case of the portal tests that leads to something of this kind. */
function pathOf(operationId: string): string {
  const found = cases.find((one) => one.operationId === operationId)
  assert.ok(found, operationId)
  return found.path
}
const idIn = (operationId: string) => pathOf(operationId).split('?')[0]?.split('/')[3] ?? ''

describe('in the portal', () => {
  for (const one of cases.filter(({ operationId }) => listed.has(operationId))) {
    test(`${one.operationId} writes down ${listed.get(one.operationId)} by ${one.who}`, async () => {
      const call = portalCalls(service).as(one.who)
      await call('GET', '/session')

      const entries = await auditedBy(db, async () => {
        const answer = await call('GET', one.path)
        assert.equal(answer.statusCode, 200, answer.body.slice(0, 200))
      })

      assert.deepEqual(
        entries.map(({ action, outcome, actor }) => [action, outcome, actor.id]),
        one.path.includes('thumbnail') ? [] : [[listed.get(one.operationId), 'done', one.who.split(':')[1]]],
      )
    })
  }
})

describe('of applications and keys', () => {
  const calls: [operationId: string, call: () => Promise<{ statusCode: number; body: string }>][] = [
    ['getEmployeeDocumentFile', () => v2('GET', `/employee_documents/${idIn('getManagedDocumentFile')}/file`)],
    ['getEmployeeDocumentPreview', () => v2('GET', `/employee_documents/${idIn('getManagedDocumentFile')}/preview`)],
    ['downloadEnterpriseDocument', () => app.inject({ url: signedAddress(service, idIn('getManagedDocumentFile')) })],
    ['getCompanyDocumentFile', () => v2('GET', `/company_documents/${idIn('getMyCompanyDocumentFile')}/file`)],
    ['getCompanyDocumentPreview', () => v2('GET', `/company_documents/${idIn('getMyCompanyDocumentFile')}/preview`)],
    [
      'getRequestFile',
      () => app.inject({ url: `/api${pathOf('getManagedRequestFile').replace('/manager', '')}/`, headers: KEY }),
    ],
    [
      'getRequestCommentFile',
      () => app.inject({ url: `/api${pathOf('getManagedRequestCommentFile').replace('/manager', '')}/`, headers: KEY }),
    ],
    ['getSignatureProcessFile', () => v2('GET', `/signature_processes/${idIn('getMySignatureFile')}/file`)],
    ['listSignatureEvidence', () => v2('GET', `/signature_processes/${idIn('getMySignatureFile')}/evidence`)],
    ['downloadPackages', () => v2('GET', `/distribution_projects/${idIn('downloadManagerPackages')}/packages/file`)],
    ['downloadManifest', () => v2('GET', `/distribution_projects/${idIn('downloadManagerManifest')}/manifest`)],
    [
      'getDistributionReport',
      () => v2('GET', `/distribution_projects/${idIn('downloadManagerManifest')}/report?format=csv`),
    ],
    ['getImportReport', () => v2('GET', `/imports/${idIn('downloadManagerImportReport')}/report`)],
    ['getImportErrorsReport', () => v2('GET', `/imports/${idIn('downloadManagerImportErrors')}/errors_report`)],
    [
      'adminGetImportReport',
      () => as('manager:M-ALL')('GET', `/admin/imports/${idIn('downloadManagerImportReport')}/report`),
    ],
  ]
  for (const [operationId, call] of calls) {
    test(`${operationId} writes down ${listed.get(operationId)}`, async () => {
      await Promise.all([v2('GET', '/employees'), as('manager:M-ALL')('GET', '/session')])

      const entries = await auditedBy(db, async () => {
        const answer = await call()
        assert.equal(answer.statusCode, 200, answer.body.slice(0, 200))
      })

      assert.deepEqual(
        entries.map(({ action, outcome }) => [action, outcome]),
        [[listed.get(operationId), 'done']],
      )
    })
  }
})
