import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Answer } from '#kernel/api/answer.ts'
import { api, given, unwrap, unwrapPage } from '#kernel/api/api.ts'
import { documentPath } from '#shared/documents/paths.ts'
import { useLanguage } from '#ui/language/words.ts'
export type DocumentType = Answer<'/portal/api/manager/document_types'>[number]
export type Attribute = DocumentType['metas'][number]
export type DocumentItem = Answer<'/portal/api/manager/company_documents'>[number]
export type OpenedDocument = Answer<'/portal/api/manager/documents/{id}'>
export type Kind = DocumentType['kind']

/** Everything that changes when a document does. */
export const DOCUMENTS_KEY = ['folders', 'documents']

export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: [...DOCUMENTS_KEY, 'one', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/portal/api/manager/documents/{id}', { params: { path: { id } }, signal })),
  })

const typesQuery = queryOptions({
  queryKey: ['folders', 'types'],
  queryFn: ({ signal }) => unwrap(api.GET('/portal/api/manager/document_types', { signal })),
  staleTime: 60_000,
})

export type NamedType = DocumentType & { label: string }

/** The types of documents with their names in the language of the person, by that name. */
export function useDocumentTypes() {
  const language = useLanguage()
  return useQuery({
    ...typesQuery,
    select: (types): NamedType[] =>
      types
        .map((type) => ({ ...type, label: nameIn(type, language) }))
        .toSorted((left, right) => left.label.localeCompare(right.label, language)),
  })
}

function nameIn({ name, localized_names }: DocumentType, language: string): string {
  return localized_names.find((one) => one.value && one.language_code.startsWith(language))?.value ?? name
}

/** The name of a type by its code; the code while names are on their way. */
export function useTypeName(): (code: string) => string {
  const types = useDocumentTypes().data
  return (code) => types?.find((type) => type.code === code)?.label ?? code
}

export function useFilterFields() {
  return useQuery({
    queryKey: ['folders', 'fields'],
    queryFn: ({ signal }) => unwrap(api.GET('/portal/api/manager/custom_fields', { signal })),
    staleTime: 60_000,
  })
}

export type DocumentFilters = {
  q?: string | undefined
  document_type_code?: string | undefined
  organization_code?: string | undefined
  date_since?: string | undefined
  date_until?: string | undefined
  trashed?: boolean | undefined
}
type Asked = { cursor: string | undefined; signal: AbortSignal }

export function fetchCompanyDocuments(filters: DocumentFilters, { cursor, signal }: Asked) {
  const query = given({ ...filters, cursor, per_page: 50 })
  return unwrapPage(api.GET('/portal/api/manager/company_documents', { params: { query }, signal }))
}

export function fetchFolder(technical_id: string, filters: DocumentFilters, { cursor, signal }: Asked) {
  const params = { path: { technical_id }, query: given({ ...filters, cursor, per_page: 50 }) }
  return unwrapPage(api.GET('/portal/api/manager/employees/{technical_id}/documents', { params, signal }))
}

/** A document of an employee's folder with this very file, if there is one that the manager may see. */
export const identicalIn = (technical_id: string) => async (sha256: string, signal: AbortSignal) => {
  const params = { path: { technical_id }, query: { sha256, per_page: 1 } }
  const [found] = await unwrap(api.GET('/portal/api/manager/employees/{technical_id}/documents', { params, signal }))
  return found && { title: found.title, href: documentPath(found.id) }
}

export function uploadPath(options: { type?: string | undefined; employee?: string | undefined; kind?: Kind }): string {
  const query = new URLSearchParams(given(options))
  return `/portal/manager/documents/upload${query.size > 0 ? `?${query}` : ''}`
}
