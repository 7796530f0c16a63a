import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer, AnswerOf, Query } from '#kernel/api/answer.ts'
import { api, given, unwrap, unwrapPage } from '#kernel/api/api.ts'

export type Entry = Answer<'/portal/api/admin/audit_entries/{sequence}'>
export type Head = Answer<'/portal/api/admin/audit_entries/head'>
export type Checkpoint = Answer<'/portal/api/admin/audit_entries/checkpoints'>[number]
export type Names = AnswerOf<'adminNameAuditEntries'>
type ListQuery = NonNullable<Query<'/portal/api/admin/audit_entries'>>
export type EntryFilters = {
  [K in Exclude<keyof ListQuery, 'cursor' | 'per_page' | 'sort'>]?: ListQuery[K] | undefined
}

type Asked = { cursor: string | undefined; signal: AbortSignal }

export const AUDIT = '/portal/admin/audit'
const CALLS = '/portal/api/admin/audit_entries'

export const auditKeys = { all: ['audit'] as const }

/** What the people and things of an entry are called, as far as the administrator may know. */
export type NamedEntry = Entry & { subjectName: string | null; title: string | null }

export async function listEntries(filters: EntryFilters, { cursor, signal }: Asked) {
  const query = given({ ...filters, cursor, per_page: 50 })
  const page = await unwrapPage(api.GET('/portal/api/admin/audit_entries', { params: { query }, signal }))
  return { ...page, items: await withNames(page.items, signal) }
}

/** An entry, with its names. */
export const entryQuery = (sequence: number) =>
  queryOptions({
    queryKey: [...auditKeys.all, 'one', sequence],
    queryFn: async ({ signal }) => {
      const params = { path: { sequence: String(sequence) } }
      const entry = await unwrap(api.GET('/portal/api/admin/audit_entries/{sequence}', { params, signal }))
      const [named] = await withNames([entry], signal)
      return named as NamedEntry
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

const query = <Q extends object>(given: Q) => ({ params: { query: given } })

/** One call for all entries of a page: they name people and things by their ids alone. */
async function withNames(entries: Entry[], signal: AbortSignal): Promise<NamedEntry[]> {
  const sequences = entries.filter(({ subject, resource }) => subject ?? resource).map(({ sequence }) => sequence)
  const { subjects, resources } =
    sequences.length === 0
      ? { subjects: [], resources: [] }
      : await unwrap(
          api.GET('/portal/api/admin/audit_entries/names', { ...query({ sequences: sequences.join() }), signal }),
        )
  const keyOf = (type: string, id: string | null) => `${type} ${id}`
  const people = new Map(subjects.map((one) => [keyOf(one.type, one.technical_id), one.name]))
  const titles = new Map(resources.map((one) => [keyOf(one.type, one.id), one.title]))
  return entries.map((entry) => ({
    ...entry,
    subjectName: (entry.subject && people.get(keyOf(entry.subject.type, entry.subject.technical_id))) ?? null,
    title: (entry.resource && titles.get(keyOf(entry.resource.type, entry.resource.id))) ?? null,
  }))
}

const HEAD_EVERY_MS = 10_000

/** The newest entry, and the last checkpoint. */
export const headQuery = queryOptions({
  queryKey: [...auditKeys.all, 'head'],
  queryFn: ({ signal }) => unwrap(api.GET('/portal/api/admin/audit_entries/head', { signal })),
  refetchInterval: HEAD_EVERY_MS,
})

export function listCheckpoints({ cursor, signal }: Asked) {
  const query = given({ cursor, per_page: 50 })
  return unwrapPage(api.GET('/portal/api/admin/audit_entries/checkpoints', { params: { query }, signal }))
}

export function makeCheckpoint(): Promise<Checkpoint> {
  return unwrap(api.POST('/portal/api/admin/audit_entries/checkpoints'))
}

/** Where an export of what the filters show is. */
export function exportHref(format: 'jsonl' | 'csv', filters: EntryFilters = {}): string {
  const search = new URLSearchParams({ format })
  for (const [name, value] of Object.entries(given(filters))) search.set(name, String(value))
  return `${CALLS}/export?${search}`
}
