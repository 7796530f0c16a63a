import { api, unwrap } from '../../app/api.ts'
import type { SearchHit } from '../../app/search.ts'

const MOST = 6

/** Documents of the own folder, for the search of the header. */
export async function searchMyDocuments(q: string, signal: AbortSignal): Promise<SearchHit[]> {
  const found = await unwrap(api.GET('/portal/api/me/documents', { params: { query: { q, per_page: MOST } }, signal }))
  return found.map(({ id, title, document_type_name }) => ({
    id,
    title,
    text: document_type_name,
    href: `/portal/documents/${id}`,
  }))
}

/** Documents of the organizations of the employee. */
export async function searchCompanyDocuments(q: string, signal: AbortSignal): Promise<SearchHit[]> {
  const query = { q, per_page: MOST }
  const found = await unwrap(api.GET('/portal/api/me/company_documents', { params: { query }, signal }))
  return found.map(({ id, title, document_type_name }) => ({
    id,
    title,
    text: document_type_name,
    href: `/portal/documents/company/${id}`,
  }))
}
