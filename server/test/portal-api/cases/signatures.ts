import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { anExternal, aSignatureType, signatureCalls, TYPED } from '#test/harness/features/signatures.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { asPayload } from '#test/harness/http/form.ts'
import type { IsolationCase, World } from '../isolation-case.ts'

/** In whatever language E-PAR reads. */
const CONSENT = 'I agree.'

/** What E-PAR signs, and what M-PAR has signed for the folder of E-PAR. */
export async function signatureCases({ service }: World): Promise<IsolationCase[]> {
  const calls = signatureCalls(service)
  const document_type_code = await aDocumentType(service)
  const title = 'Contract of E-PAR'
  const signers = [{ type: 'employee' as const, technical_id: 'E-PAR' }]
  const filing = { employee_technical_id: 'E-PAR', document_type_code }
  const localized_consents = [{ language_code: 'en-us', value: CONSENT }]
  const signature_type_id = await aSignatureType(service, { localized_consents })
  const over = { title, signers, signature_type_id, ...filing }
  const started = async () => (await calls.started(over)).id
  const drafted = async () => (await calls.created(over)).id
  return [
    ...signerCases({ looked: await started(), signed: await started(), refused: await started(), title }),
    ...managerCases({
      looked: await started(),
      changed: await drafted(),
      deleted: await drafted(),
      starting: await drafted(),
      canceled: await started(),
      title,
      filing,
      reminded: await calls.started({ ...over, signers: [anExternal()] }),
      done: (await calls.signed(over)).id,
      body: await calls.body(over),
    }),
    ...(await uploadCases({ service }, document_type_code)),
  ]
}

type Ids = Record<'looked' | 'signed' | 'refused' | 'title', string>

function signerCases({ looked, signed, refused, title }: Ids): IsolationCase[] {
  const who = 'employee:E-PAR'
  const path = `/me/signatures/${looked}`
  return [
    { operationId: 'listMySignatures', method: 'GET', path: '/me/signatures', who, finds: title },
    { operationId: 'getMySignature', method: 'GET', path, who },
    { operationId: 'getMySignaturePage', method: 'GET', path: `${path}/pages/1`, who },
    { operationId: 'getMySignatureText', method: 'GET', path: `${path}/text`, who },
    { operationId: 'getMySignatureFile', method: 'GET', path: `${path}/file`, who },
    { operationId: 'viewMySignature', method: 'POST', path: `${path}/views`, who },
    {
      operationId: 'signMySignature',
      method: 'POST',
      path: `/me/signatures/${signed}/sign`,
      who,
      body: { drawing: TYPED, consent: CONSENT },
    },
    {
      operationId: 'rejectMySignature',
      method: 'POST',
      path: `/me/signatures/${refused}/reject`,
      who,
      body: { reason: 'No' },
    },
  ]
}

type Managed = Record<'looked' | 'changed' | 'deleted' | 'starting' | 'canceled' | 'done' | 'title', string> & {
  reminded: { id: string; signers: { id: string }[] }
  filing: object
  body: object
}

function managerCases({ reminded, filing, body, title, ...ids }: Managed): IsolationCase[] {
  const who = 'manager:M-PAR'
  const at = (id: string, more = '') => `/manager/signatures/${id}${more}`
  const get = (operationId: string, path: string, more: Partial<IsolationCase> = {}): IsolationCase => ({
    operationId,
    method: 'GET',
    path,
    who,
    ...more,
  })
  const post = (operationId: string, path: string, sent?: object): IsolationCase => ({
    operationId,
    method: 'POST',
    path,
    who,
    ...(sent && { body: sent }),
  })
  return [
    get('listManagedSignatures', '/manager/signatures?state=signing', { finds: title }),
    get('countManagedSignatures', '/manager/signatures/counts', { isForEveryone: true }),
    get('getSignatureOptions', '/manager/signature_options', { isForEveryone: true }),
    get('listSignatories', '/manager/signatories?type=employee&q=E-PAR', { finds: 'E-PAR' }),
    get('getManagedSignature', at(ids.looked)),
    get('getManagedSignatureRetention', at(ids.looked, '/retention')),
    get('getManagedSignaturePage', at(ids.looked, '/pages/1')),
    get('getManagedSignatureText', at(ids.looked, '/text')),
    get('getManagedSignatureFile', at(ids.looked, '/file')),
    post('createManagedSignature', '/manager/signatures', body),
    {
      operationId: 'patchManagedSignature',
      method: 'PATCH',
      path: at(ids.changed),
      who,
      body: { title: 'Other' },
    },
    { operationId: 'deleteManagedSignature', method: 'DELETE', path: at(ids.deleted), who },
    post('startManagedSignature', at(ids.starting, '/start')),
    post('cancelManagedSignature', at(ids.canceled, '/cancel')),
    post('remindManagedSigner', at(reminded.id, `/signers/${reminded.signers[0]?.id}/remind`)),
    post('sendManagedSignature', at(ids.done, '/send')),
    post('archiveManagedSignature', at(ids.done, '/archive'), filing),
  ]
}

async function uploadCases({ service }: World, document_type_code: string): Promise<IsolationCase[]> {
  const { aDocument } = filingCalls(service)
  const { id: document_id } = await aDocument('employee', { document_type_code, employee_technical_id: 'E-PAR' })
  const form = new FormData()
  form.append('file', new File([new Uint8Array(aPdf())], 'contract.pdf'))
  const { headers, payload } = await asPayload(form)
  const who = 'manager:M-PAR'
  const path = '/manager/signature_uploads'
  return [
    // A file that somebody sends is nobody else's.
    { operationId: 'createSignatureUpload', method: 'POST', path, who, headers, body: payload, isForEveryone: true },
    { operationId: 'copyDocumentToSign', method: 'POST', path: `${path}/copies`, who, body: { document_id } },
  ]
}
