import type { SessionPerson } from '#kernel/access/session-person.ts'
import type { Client } from '#kernel/work.ts'
import { listForReader, readableBy } from '#modules/articles/index.ts'
import { type FoundDocument, searchReadableDocuments } from '#modules/documents/index.ts'
import {
  type FoundRequest,
  listOfferedForms,
  type OfferedForm,
  searchEmployeeRequests,
} from '#modules/requests/index.ts'
import type { Db } from '#platform/db/db.ts'
import type { Position } from '#platform/db/lists/keyset-page.ts'
import { markMatches, type TextPiece } from '#platform/text/mark-matches.ts'
import { searchWords } from '#platform/text/search-text.ts'
import { fold } from '#platform/text/text.ts'
import { inSeconds } from '#platform/time/dates.ts'
import type { SearchHit, SearchKind } from './schemas.ts'

/** Hits beyond this are not counted; nobody pages so far. */
export const MAX_COUNTED = 1000

export type Asked = { q: string; perPage: number; at: Position | undefined }
export type Found = { hits: SearchHit[]; total: number; next: Position | undefined }
type Searcher = Pick<SessionPerson, 'scope' | 'technical_id' | 'language'>
type Search = (db: Db, client: Client, person: Searcher, asked: Asked) => Promise<Found>

/** What an employee may read, of each kind, that has every word of a text. */
export const searchByKind: Record<SearchKind, Search> = {
  async articles(db, client, person, { q, perPage, at }) {
    const page = numberOf(at)
    const asked = { q, page, per_page: perPage, language_code: person.language }
    const { articles, total } = await listForReader(db, client, await readableBy(db, client, person), asked)
    const hits = articles.map(({ slug, highlights, category, updated_at }) => ({
      id: slug,
      place: 'article' as const,
      title: highlights?.title ?? [],
      text: highlights?.text ?? [],
      about: category?.name ?? '',
      at: updated_at,
    }))
    return { hits, total, next: following(page, perPage, total) }
  },

  async forms(db, client, person, { q, perPage, at }) {
    const page = numberOf(at)
    const forms = await listOfferedForms(db, client, { isForManagers: false, language: person.language ?? undefined })
    const words = searchWords(q)
    const wanted = words.length === 0 ? [] : forms.filter((form) => hasAll(words, form))
    const hits = wanted.slice((page - 1) * perPage, page * perPage).map((form) => formHit(form, q))
    return { hits, total: wanted.length, next: following(page, perPage, wanted.length) }
  },

  async documents(db, client, person, { q, perPage, at }) {
    const found = await searchReadableDocuments(db, client, person, { q, perPage, at, most: MAX_COUNTED })
    return { hits: found.rows.map((one) => documentHit(one, q)), total: found.total, next: found.next }
  },

  async requests(db, client, { technical_id: technicalId, language }, { q, perPage, at }) {
    const mine = { technicalId, language: language ?? undefined }
    const found = await searchEmployeeRequests(db, client, mine, { q, perPage, at, most: MAX_COUNTED })
    return { hits: found.rows.map((one) => requestHit(one, q)), total: found.total, next: found.next }
  },
}

function hasAll(words: readonly string[], { title, category }: OfferedForm): boolean {
  const text = fold(`${title} ${category?.name ?? ''} ${category?.description ?? ''}`)
  return words.every((word) => text.includes(word))
}

function formHit({ slug, title, category }: OfferedForm, q: string): SearchHit {
  const text = category ? markMatches(category.description, q) : []
  return { id: slug, place: 'form', title: markMatches(title, q), text, about: category?.name ?? '', at: null }
}

function documentHit({ id, place, title, filename, document_type_name, received_at }: FoundDocument, q: string) {
  return {
    id,
    place,
    title: markMatches(title, q),
    text: unlessSame(filename, title, q),
    about: document_type_name,
    at: inSeconds(received_at),
  }
}

/** Most files are called as the document is. */
function unlessSame(filename: string, title: string, q: string): TextPiece[] {
  return fold(filename).startsWith(fold(title)) ? [] : markMatches(filename, q)
}

function requestHit({ id, subject, form_title, updated_at }: FoundRequest, q: string): SearchHit {
  const title = markMatches(subject, q)
  return { id, place: 'request', title, text: markMatches(`#${id}`, q), about: form_title, at: inSeconds(updated_at) }
}

/** Lists that are not walked by a key are paged by number; a cursor carries it. */
function numberOf(at: Position | undefined): number {
  return at === undefined ? 1 : Number(at.key[0])
}

function following(page: number, perPage: number, total: number): Position | undefined {
  return page * perPage < total ? { before: false, key: [String(page + 1)] } : undefined
}
