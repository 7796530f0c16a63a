import type { Db } from '#platform/db/db.ts'
import type { Position } from '#platform/db/lists/keyset-page.ts'
import type { TextPiece } from '#platform/text/mark-matches.ts'
import type { SessionPerson } from './access/session-person.ts'
import type { Client } from './work.ts'

/** What employees find by the search of the portal: one kind of thing, of one module. */
export type SearchKind = {
  /** Its name in queries and answers: `documents`. */
  name: string
  /** Answers list the kinds in the order of their positions. */
  position: number
  /** What `place` of a hit may say: what the hit is, or where the employee reads it. */
  places: readonly string[]
  /** What the employee may read that has every word of the text. */
  find(db: Db, client: Client, person: Searcher, asked: Asked): Promise<Found>
}

export type Searcher = Pick<SessionPerson, 'scope' | 'technical_id' | 'language'>
export type Asked = { q: string; perPage: number; at: Position | undefined }
export type Found = { hits: Hit[]; total: number; next: Position | undefined }
export type Hit = {
  id: string
  place: string
  title: TextPiece[]
  text: TextPiece[]
  about: string
  at: string | null
}

/** Hits beyond this number are not counted; no reader pages that far. */
export const MAX_COUNTED_HITS = 1000

/** Lists that are not walked by a key are paged by number; a cursor carries it. */
export function pageNumberAt(at: Position | undefined): number {
  return at === undefined ? 1 : Number(at.key[0])
}

export function positionAfterPage(page: number, perPage: number, total: number): Position | undefined {
  return page * perPage < total ? { before: false, key: [String(page + 1)] } : undefined
}
