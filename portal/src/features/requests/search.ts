import { api, unwrap } from '../../app/api.ts'
import type { SearchHit } from '../../app/search.ts'

const MOST = 5

/** An employee's own requests. */
export async function searchMine(q: string, signal: AbortSignal): Promise<SearchHit[]> {
  const found = await unwrap(api.GET('/portal/api/me/requests', { params: { query: { q, per_page: MOST } }, signal }))
  return found.map(({ id, subject, form_title }) => ({
    ...{ id, title: subject, text: `#${id} · ${form_title}`, href: `/portal/requests/${id}` },
  }))
}

/** Forms that an employee can ask something with. */
export async function searchForms(q: string, signal: AbortSignal): Promise<SearchHit[]> {
  const forms = await unwrap(api.GET('/portal/api/me/forms', { signal }))
  return forms
    .filter(({ title, category }) => plain(`${title} ${category?.name ?? ''}`).includes(plain(q)))
    .slice(0, MOST)
    .map(({ slug, title, category }) => ({
      ...{ id: slug, title, href: `/portal/requests/new/${encodeURIComponent(slug)}` },
      ...(category ? { text: category.name } : {}),
    }))
}

/** Requests that a manager sees. */
export async function searchDesk(q: string, signal: AbortSignal): Promise<SearchHit[]> {
  const found = await unwrap(
    api.GET('/portal/api/manager/requests', { params: { query: { q, per_page: MOST } }, signal }),
  )
  return found.map(({ id, subject, employee }) => ({
    ...{ id, title: subject, href: `/portal/manager/requests/${id}` },
    text: [`#${id}`, employee && `${employee.first_name} ${employee.last_name}`].filter(Boolean).join(' · '),
  }))
}

/** Case and accents do not count. */
export function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
