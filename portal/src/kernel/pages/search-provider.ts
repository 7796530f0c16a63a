import { textOf, type Word } from '#ui/language/words.ts'
import type { Piece } from '#ui/lists/Pieces.tsx'

/** What a search found: a line that leads somewhere. */
export type SearchHit = {
  id: string
  title: string
  /** The title again, with what was looked for marked. */
  pieces?: Piece[]
  text?: string
  href: string
}

/** Hits of one kind; or the way to more of them, which is not a hit itself. */
export type SearchGroup = { label: string; hits: SearchHit[]; isMore?: true }

/** A source of hits for the search of the header. */
export type SearchProvider = {
  scope: 'employee' | 'manager'
  search(query: string, signal: AbortSignal): Promise<SearchGroup[]>
}

type Find = (query: string, signal: AbortSignal) => Promise<SearchHit[]>

/** Hits of one kind for managers. */
export function managerSearch(label: Word, find: Find): SearchProvider {
  return {
    scope: 'manager',
    search: async (query, signal) => [{ label: textOf(label), hits: await find(query, signal) }],
  }
}
