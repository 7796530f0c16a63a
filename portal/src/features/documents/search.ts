import { api, unwrap } from '#kernel/api/api.ts'
import { managerSearch, type SearchHit, type SearchProvider } from '#kernel/pages/search-provider.ts'
import { fullName } from '#kernel/session/session.ts'
import { documentPath } from '#shared/documents/paths.ts'
import { employeePath, findEmployees } from '#shared/people/employees.api.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords } from './words.ts'

const MOST = 6

/** Employees by name or number. */
export async function searchEmployees(q: string, signal: AbortSignal): Promise<SearchHit[]> {
  const found = await findEmployees(q, signal, MOST)
  return found.map((one) => ({
    id: one.technical_id,
    title: fullName(one),
    text: [one.employee_numbers[0] ?? one.technical_id, ...one.organizations.map(({ name }) => name)].join(' · '),
    href: employeePath(one.technical_id),
  }))
}

/** Documents of employees and of organizations by title; a manager who may see but one kind finds that. */
export async function searchDocuments(q: string, signal: AbortSignal): Promise<SearchHit[]> {
  const asked = { params: { query: { q, per_page: MOST } }, signal }
  const lists = await Promise.allSettled([
    unwrap(api.GET('/portal/api/manager/employee_documents', asked)),
    unwrap(api.GET('/portal/api/manager/company_documents', asked)),
  ])
  const found = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
  return found.slice(0, MOST).map((one) => ({
    id: one.id,
    title: one.title,
    text: one.employee ? fullName(one.employee) : one.organizations.map(({ name }) => name).join(', '),
    href: documentPath(one.id),
  }))
}

export const providers: SearchProvider[] = [
  managerSearch(word(navigationWords, 'employees'), searchEmployees),
  managerSearch(word(navigationWords, 'documents'), searchDocuments),
]
