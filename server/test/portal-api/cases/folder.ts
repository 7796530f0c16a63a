import { globex } from '#test/harness/builders.ts'
import { aCustomField } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { noteCalls } from '#test/harness/features/notes.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { asPayload } from '#test/harness/http/form.ts'
import type { IsolationCase, World } from '../isolation-case.ts'

/** The folder of E-PAR, documents of the organization PAR, notes on both. */
export async function folderCases({ service }: World): Promise<IsolationCase[]> {
  const { aDocument } = filingCalls(service)
  const { written } = noteCalls(service)
  await aCustomField(service, { code: 'desk' })
  const type = await aDocumentType(service, { code: 'folder-letter' })
  await aDocumentType(service, { code: type, owner: globex })
  await aDocumentType(service, { code: 'folder-notice', kind: 'company' })
  const letter = () =>
    aDocument('employee', { employee_technical_id: 'E-PAR', document_type_code: type, title: 'Letter of PAR' })
  const notice = await aDocument('company', {
    organization_codes: ['PAR'],
    document_type_code: 'folder-notice',
    title: 'Notice of PAR',
  })
  const read = await letter()
  const changed = await letter()
  const gone = await letter()
  const note = await written('employees', { employee_technical_id: 'E-PAR', description: 'About E-PAR' })
  await written('documents', {
    document_id: read.id,
    description: 'On a letter',
    remind_date: '2999-01-01T00:00+00:00',
  })
  const who = 'manager:M-PAR' as const
  const at = '/manager/employees/E-PAR'
  const of = (id: string) => `/manager/documents/${id}`
  const form = await anUploadForm({ title: 'Filed', document_type_code: type, employee_technical_id: 'E-PAR' })
  const find = (operationId: string, path: string, finds?: string): IsolationCase => ({
    operationId,
    method: 'GET',
    path,
    who,
    ...(finds === undefined ? {} : { finds }),
  })
  return [
    find('listManagedOrganizations', '/manager/organizations?q=PAR', 'PAR'),
    find('listManagedEmployees', '/manager/employees?q=E-PAR', 'E-PAR'),
    find('getManagedEmployee', at),
    find('listLegalHoldsOnEmployee', `${at}/legal_holds`),
    find('getManagedEmployeeRetention', `${at}/retention`),
    find('getManagedDocumentRetention', `${of(read.id)}/retention`),
    { ...find('listFilterFields', '/manager/custom_fields', 'desk'), isForEveryone: true },
    { ...find('listManagedDocumentTypes', '/manager/document_types', type), isForEveryone: true },
    find('listFolder', `${at}/documents`),
    find('countFolder', `${at}/document_counts`),
    find('listManagedEmployeeDocuments', '/manager/employee_documents?q=letter', 'Letter of PAR'),
    find('listManagedCompanyDocuments', '/manager/company_documents', 'Notice of PAR'),
    find('getManagedDocument', of(read.id)),
    find('getManagedDocument', of(notice.id)),
    find('getManagedDocumentFile', `${of(read.id)}/file`),
    find('getManagedDocumentPage', `${of(read.id)}/pages/1`),
    find('getManagedDocumentText', `${of(read.id)}/text`),
    find('getManagedDocumentImage', `${of(read.id)}/image?size=thumbnail`),
    { operationId: 'fileManagedDocument', method: 'POST', path: '/manager/documents', ...form, who },
    {
      operationId: 'patchManagedDocument',
      method: 'PATCH',
      path: of(changed.id),
      body: { title: 'Changed' },
      who,
    },
    { operationId: 'trashManagedDocument', method: 'PUT', path: `${of(changed.id)}/trash`, who },
    { operationId: 'untrashManagedDocument', method: 'PUT', path: `${of(changed.id)}/untrash`, who },
    { operationId: 'unlinkManagedDocument', method: 'DELETE', path: `${of(changed.id)}/vault_link`, who },
    { operationId: 'deleteManagedDocument', method: 'DELETE', path: of(gone.id), who },
    find('getManagedVaultLink', `${at}/vault_link`),
    { operationId: 'unlinkManagedVault', method: 'DELETE', path: `${at}/vault_link`, who },
    { operationId: 'linkManagedVault', method: 'PUT', path: `${at}/vault_link`, who },
    find('listManagedNotes', '/manager/notes?employee_technical_id=E-PAR'),
    find('listManagedNotes', `/manager/notes?document_id=${read.id}`),
    find('getManagedNoteRetention', `/manager/notes/${note}/retention`),
    {
      operationId: 'writeManagedNote',
      method: 'POST',
      path: '/manager/notes',
      who,
      body: { employee_technical_id: 'E-PAR', description: 'Another' },
    },
    find('listReminders', '/manager/reminders', 'On a letter'),
    { operationId: 'deleteManagedNote', method: 'DELETE', path: `/manager/notes/${note}`, who },
    find('listEmployeeHistory', `${at}/history`),
  ]
}

async function anUploadForm(data: object) {
  const form = new FormData()
  form.append('data', JSON.stringify(data))
  form.append('file', new File([new Uint8Array(aPdf())], 'letter.pdf'))
  const { headers, payload } = await asPayload(form)
  return { headers, body: payload }
}
