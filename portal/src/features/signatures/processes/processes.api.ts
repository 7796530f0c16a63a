import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AnswerOf } from '#kernel/api/answer.ts'
import { api, given, unwrap, unwrapPage, upload } from '#kernel/api/api.ts'
import type { operations } from '#portal-api'

type Body<Name extends keyof operations> = operations[Name] extends {
  requestBody?: { content: { 'application/json': infer Given } } | undefined
}
  ? Given
  : never

export type ProcessItem = AnswerOf<'listManagedSignatures'>[number]
export type Process = AnswerOf<'getManagedSignature'>
export type Signer = Process['signers'][number]
export type SignerType = Signer['type']
export type Position = Signer['positions'][number]
export type Evidence = Process['evidence'][number]
export type Status = Process['status']
export type Options = AnswerOf<'getSignatureOptions'>
export type DocumentType = Options['document_types'][number]
export type Person = AnswerOf<'listSignatories'>[number]
export type Upload = AnswerOf<'createSignatureUpload', 201>
export type NewProcess = Body<'createManagedSignature'>
export type ProcessChanges = Omit<NewProcess, 'upload_id'> & { upload_id?: string }
export type Filing = Body<'archiveManagedSignature'>
export type FolderDocument = AnswerOf<'listFolder'>[number]
type Filters = NonNullable<operations['listManagedSignatures']['parameters']['query']>
export type Group = NonNullable<Filters['state']>

const ALL = ['signature processes'] as const
export const signatureKeys = {
  all: ALL,
  list: (filters: object) => [...ALL, 'list', filters] as const,
  one: (id: string) => [...ALL, 'one', id] as const,
  /** A document that is being sent, or copied from a folder. */
  taking: [...ALL, 'taking'] as const,
}

export const PAGES = '/portal/manager/signatures'
export const pageOf = (id: string) => `${PAGES}/${id}`
export const editPageOf = (id: string, step?: string) => `${pageOf(id)}/edit${step ? `?step=${step}` : ''}`
export const urlOf = (id: string) => `/portal/api/manager/signatures/${id}`

/** A picture of a page; its address changes with the document, so that none of another one is shown. */
export const pictureOf = (id: string, sha256: string) => (page: number) =>
  `${urlOf(id)}/pages/${page}?of=${sha256.slice(0, 16)}`
export const fileOf = (id: string, version: 'original' | 'sealed') =>
  `${urlOf(id)}/file?version=${version}&download=true`

export function fetchProcesses(query: Filters, signal: AbortSignal) {
  return unwrapPage(
    api.GET('/portal/api/manager/signatures', { params: { query: { ...query, per_page: 50 } }, signal }),
  )
}

export const countsQuery = queryOptions({
  queryKey: [...ALL, 'counts'],
  queryFn: ({ signal }) => unwrap(api.GET('/portal/api/manager/signatures/counts', { signal })),
})

const SEALING_MS = 3000
const SIGNING_MS = 5000

/** A process. It is polled while it waits for others, but not while the page is hidden. */
export const processQuery = (id: string) =>
  queryOptions({
    queryKey: signatureKeys.one(id),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/portal/api/manager/signatures/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state: { data } }) => {
      if (data?.is_sealing || (data?.status === 'signed' && data.auto_send)) return SEALING_MS
      return data?.status === 'signing' ? SIGNING_MS : false
    },
  })

export const optionsQuery = queryOptions({
  queryKey: [...ALL, 'options'],
  queryFn: ({ signal }) => unwrap(api.GET('/portal/api/manager/signature_options', { signal })),
  staleTime: 60_000,
})

/** Managers or employees whom one may ask, by what was typed. */
export const peopleQuery = (type: 'user' | 'employee', q: string) =>
  queryOptions({
    queryKey: [...ALL, 'people', type, q],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/portal/api/manager/signatories', { params: { query: { type, q } }, signal })),
    enabled: q.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

export function fetchFolder(technical_id: string, query: { q?: string; cursor?: string }, signal: AbortSignal) {
  const params = { path: { technical_id }, query: { ...query, per_page: 50 } }
  return unwrapPage(api.GET('/portal/api/manager/employees/{technical_id}/documents', { params, signal }))
}

/** A document of a folder, taken to be signed: what the process is made of, and what it can be called. */
export async function takeDocument(id: string) {
  const params = { path: { id } }
  const document = await unwrap(api.GET('/portal/api/manager/documents/{id}', { params }))
  return { document, taken: await copyDocument(id) }
}

export function copyDocument(document_id: string): Promise<Upload> {
  return unwrap(api.POST('/portal/api/manager/signature_uploads/copies', { body: { document_id } }))
}

export function sendFile(file: File, onProgress: (share: number) => void): Promise<Upload> {
  const form = new FormData()
  form.append('file', file, file.name)
  return upload<Upload>('/portal/api/manager/signature_uploads', form, { onProgress })
}

export function createProcess(body: NewProcess): Promise<Process> {
  return unwrap(api.POST('/portal/api/manager/signatures', { body }))
}

export function changeProcess(id: string, body: ProcessChanges): Promise<Process> {
  return unwrap(api.PATCH('/portal/api/manager/signatures/{id}', { params: { path: { id } }, body: given(body) }))
}

export function deleteProcess(id: string): Promise<unknown> {
  return unwrap(api.DELETE('/portal/api/manager/signatures/{id}', { params: { path: { id } } }))
}

export type Move = 'start' | 'cancel' | 'send'

export function moveProcess(id: string, move: Move): Promise<Process> {
  const params = { params: { path: { id } } }
  if (move === 'start') return unwrap(api.POST('/portal/api/manager/signatures/{id}/start', params))
  if (move === 'cancel') return unwrap(api.POST('/portal/api/manager/signatures/{id}/cancel', params))
  return unwrap(api.POST('/portal/api/manager/signatures/{id}/send', params))
}

export function archiveProcess(id: string, body: Filing): Promise<Process> {
  return unwrap(api.POST('/portal/api/manager/signatures/{id}/archive', { params: { path: { id } }, body }))
}

export function remindSigner(id: string, signer_id: string): Promise<Process> {
  const params = { path: { id, signer_id } }
  return unwrap(api.POST('/portal/api/manager/signatures/{id}/signers/{signer_id}/remind', { params }))
}
