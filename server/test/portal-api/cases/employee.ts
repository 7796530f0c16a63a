import { auditCalls } from '#test/harness/features/audit.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { asPayload } from '#test/harness/http/form.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'
import type { IsolationCase, World } from '../isolation-case.ts'

/** The folder and the vault of E-PAR, the company documents of PAR, and what everybody knows of themselves. */
export async function employeeCases({ service }: World): Promise<IsolationCase[]> {
  const { aDocument } = filingCalls(service)
  const document_type_code = await aDocumentType(service, { visible_by_employee: true, upload_by_employee: true })
  const title = 'Payslip of E-PAR'
  const { id } = await aDocument('employee', { document_type_code, employee_technical_id: 'E-PAR', title })
  const { recorded, chain } = auditCalls(service)
  const aLook = { action: 'document.viewed', subject: { type: 'employee', technical_id: 'E-PAR' } } as const
  await recorded([{ ...aLook, resource: { type: 'employee_document', id } }])
  await chain()
  const ofCompany = await aDocumentType(service, { kind: 'company', visible_by_employee: true })
  const rules = await aDocument('company', {
    document_type_code: ofCompany,
    organization_codes: ['PAR'],
    title: 'Rules of PAR',
  })
  const form = new FormData()
  form.append('data', JSON.stringify({ document_type_code }))
  form.append('file', new File([new Uint8Array(aPdf())], 'card.pdf'))
  const { headers, payload } = await asPayload(form)
  const who = 'employee:E-PAR'
  const sent = async () => {
    const answer = await portalCalls(service).as(who)('POST', '/me/documents', { headers, body: payload })
    return `/me/documents/${answer.json().id}`
  }
  const replacement = new FormData()
  replacement.append('data', '{}')
  replacement.append('file', new File([new Uint8Array(aPdf('better'))], 'card.pdf'))
  const replaced = await asPayload(replacement)
  const get = (operationId: string, path: string, finds?: string): IsolationCase => ({
    operationId,
    method: 'GET',
    path,
    who,
    ...(finds === undefined ? {} : { finds }),
  })
  return [
    get('listMyDocuments', '/me/documents', title),
    get('listViewsOfMyFile', '/me/audit_entries', title),
    get('getMyDocument', `/me/documents/${id}`),
    get('getMyDocumentFile', `/me/documents/${id}/file`),
    get('getMyDocumentPage', `/me/documents/${id}/pages/1`),
    get('getMyDocumentText', `/me/documents/${id}/text`),
    get('getMyDocumentImage', `/me/documents/${id}/image?size=thumbnail`),
    get('listMyCompanyDocuments', '/me/company_documents', rules.title),
    get('getMyCompanyDocument', `/me/company_documents/${rules.id}`),
    get('getMyCompanyDocumentFile', `/me/company_documents/${rules.id}/file`),
    get('getMyCompanyDocumentPage', `/me/company_documents/${rules.id}/pages/1`),
    get('getMyCompanyDocumentText', `/me/company_documents/${rules.id}/text`),
    get('getMyCompanyDocumentImage', `/me/company_documents/${rules.id}/image?size=thumbnail`),
    get('listMyVault', '/me/vault', title),
    get('summarizeMyVault', '/me/vault/summary', document_type_code),
    get('getMyVaultDocument', `/me/vault/${id}`),
    get('getMyVaultFile', `/me/vault/${id}/file`),
    get('getMyVaultPage', `/me/vault/${id}/pages/1`),
    get('getMyVaultText', `/me/vault/${id}/text`),
    get('getMyVaultImage', `/me/vault/${id}/image?size=thumbnail`),
    get('getMyVaultArchive', '/me/vault/archive', title),
    get('searchMine', '/me/search?q=payslip', id),
    get('getMyProfile', '/me/profile', 'E-PAR'),
    { ...get('listMyDocumentTypes', '/me/document_types', document_type_code), isForEveryone: true },
    { operationId: 'getManagerProfile', method: 'GET', path: '/manager/profile', who: 'manager:M-PAR', finds: 'M-PAR' },
    { operationId: 'withdrawMyDocument', method: 'POST', path: `${await sent()}/withdraw`, who },
    { operationId: 'restoreMyDocument', method: 'POST', path: `${await sent()}/restore`, who },
    {
      operationId: 'replaceMyDocument',
      method: 'POST',
      path: `${await sent()}/replace`,
      who,
      body: replaced.payload,
      headers: replaced.headers,
    },
    // Employees send documents to their own folder only.
    {
      operationId: 'uploadMyDocument',
      method: 'POST',
      path: '/me/documents',
      body: payload,
      headers,
      who,
      isForEveryone: true,
    },
  ]
}
