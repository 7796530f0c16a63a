import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#kernel/api/answer.ts'
import { api, given, unwrap, unwrapPage, upload } from '#kernel/api/api.ts'
import { useCursorList } from '#ui/table/cursor-list.ts'
export type EmployeeDocument = Answer<'/portal/api/me/documents'>[number]
export type OpenedDocument = Answer<'/portal/api/me/documents/{id}'>
export type EmployeeDocumentType = Answer<'/portal/api/me/document_types'>[number]
export type EmployeeCompanyDocument = Answer<'/portal/api/me/company_documents/{id}'>
export type VaultDocument = Answer<'/portal/api/me/vault/{id}'>
export type VaultSummary = Answer<'/portal/api/me/vault/summary'>

/** What a folder is narrowed to, by the parameters of its page. */
export type FolderFilters = {
  type?: string | undefined
  q?: string | undefined
  since?: string | undefined
  until?: string | undefined
}
export type VaultFilters = { type?: string | undefined; year?: string | undefined }

const PER_PAGE = 50

export const employeeTypesQuery = queryOptions({
  queryKey: ['employee-documents', 'types'],
  queryFn: ({ signal }) => unwrap(api.GET('/portal/api/me/document_types', { signal })),
})

export function useEmployeeDocuments({ type, q, since, until }: FolderFilters) {
  return useCursorList<EmployeeDocument>(
    ['employee-documents', 'list', { type, q, since, until }],
    ({ cursor, signal }) =>
      unwrapPage(
        api.GET('/portal/api/me/documents', {
          params: {
            query: given({
              document_type_code: type,
              q,
              date_since: since,
              date_until: until,
              per_page: PER_PAGE,
              cursor,
            }),
          },
          signal,
        }),
      ),
  )
}

export const employeeDocumentQuery = (id: string) =>
  queryOptions({
    queryKey: ['employee-documents', 'one', id],
    queryFn: ({ signal }) => unwrap(api.GET('/portal/api/me/documents/{id}', { params: { path: { id } }, signal })),
  })

export function useEmployeeCompanyDocuments({ q }: Pick<FolderFilters, 'q'>) {
  return useCursorList<EmployeeCompanyDocument>(['employee-company-documents', 'list', { q }], ({ cursor, signal }) =>
    unwrapPage(
      api.GET('/portal/api/me/company_documents', {
        params: { query: given({ q, per_page: PER_PAGE, cursor }) },
        signal,
      }),
    ),
  )
}

export const employeeCompanyDocumentQuery = (id: string) =>
  queryOptions({
    queryKey: ['employee-company-documents', 'one', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/portal/api/me/company_documents/{id}', { params: { path: { id } }, signal })),
  })

export function useVault({ type, year }: VaultFilters) {
  return useCursorList<VaultDocument>(['vault', 'list', { type, year }], ({ cursor, signal }) =>
    unwrapPage(
      api.GET('/portal/api/me/vault', {
        params: {
          query: given({
            document_type_code: type,
            year: year === undefined ? undefined : Number(year),
            per_page: PER_PAGE,
            cursor,
          }),
        },
        signal,
      }),
    ),
  )
}

export const vaultSummaryQuery = queryOptions({
  queryKey: ['vault', 'summary'],
  queryFn: ({ signal }) => unwrap(api.GET('/portal/api/me/vault/summary', { signal })),
})

export const vaultDocumentQuery = (id: string) =>
  queryOptions({
    queryKey: ['vault', 'one', id],
    queryFn: ({ signal }) => unwrap(api.GET('/portal/api/me/vault/{id}', { params: { path: { id } }, signal })),
  })

export type EmployeeUpload = {
  document_type_code: string
  title?: string
  date?: string
  metas: Record<string, unknown>
  filters: Record<string, unknown>
}

/** Sends a file to the folder. The data goes first: what is refused anyway is not stored. */
export function uploadEmployeeDocument(data: EmployeeUpload, file: File, onProgress: (fraction: number) => void) {
  const form = new FormData()
  form.append('data', JSON.stringify(data))
  form.append('file', file)
  return upload<EmployeeDocument>('/portal/api/me/documents', form, { onProgress })
}

/** A document of the own folder with this very file, if there is one. */
export async function findIdentical(sha256: string, signal: AbortSignal) {
  const query = { sha256, per_page: 1 }
  const [found] = await unwrap(api.GET('/portal/api/me/documents', { params: { query }, signal }))
  return found && { title: found.title, href: `/portal/documents/${found.id}` }
}

/** Takes back a document that was just sent. */
export function withdrawEmployeeDocument(id: string) {
  return unwrap(api.POST('/portal/api/me/documents/{id}/withdraw', { params: { path: { id } } }))
}

/** Brings it back. */
export function restoreEmployeeDocument(id: string) {
  return unwrap(api.POST('/portal/api/me/documents/{id}/restore', { params: { path: { id } } }))
}

/** Sends another file in place of one that was just sent; answers the new document. */
export function replaceEmployeeDocument(id: string, file: File) {
  const form = new FormData()
  form.append('data', '{}')
  form.append('file', file)
  return upload<EmployeeDocument>(`/portal/api/me/documents/${encodeURIComponent(id)}/replace`, form)
}

export const archiveUrl = (year?: number) => `/portal/api/me/vault/archive${year === undefined ? '' : `?year=${year}`}`
