import type { Answer } from '#kernel/api/answer.ts'
import { api, given, unwrap } from '#kernel/api/api.ts'

export type FoundOfKind = Answer<'/portal/api/me/search'>['found'][number]
export type Hit = FoundOfKind['hits'][number]
export type Kind = FoundOfKind['kind']

export const KINDS: readonly Kind[] = ['articles', 'forms', 'documents', 'requests']

/** The first hits of every kind. */
export async function findForEmployee(q: string, signal: AbortSignal): Promise<FoundOfKind[]> {
  return (await unwrap(api.GET('/portal/api/me/search', { params: { query: { q } }, signal }))).found
}

/** A page of the hits of one kind. */
export async function findOfKind(kind: Kind, q: string, asked: { cursor: string | undefined; signal: AbortSignal }) {
  const query = { q, kind, per_page: 20, ...given({ cursor: asked.cursor }) }
  const { found } = await unwrap(api.GET('/portal/api/me/search', { params: { query }, signal: asked.signal }))
  return { items: found[0]?.hits ?? [], next: found[0]?.next_cursor ?? null, total: found[0]?.total ?? 0 }
}

const PATHS: Record<Hit['place'], string> = {
  article: '/portal/articles/',
  form: '/portal/requests/new/',
  folder: '/portal/documents/',
  vault: '/portal/vault/',
  company: '/portal/documents/company/',
  request: '/portal/requests/',
}

/** The page of a hit. */
export function hrefOf({ place, id }: Hit): string {
  return PATHS[place] + encodeURIComponent(id)
}

export function searchPath(q: string, kind?: Kind): string {
  return `/portal/search?${new URLSearchParams({ q, ...(kind ? { kind } : {}) })}`
}
