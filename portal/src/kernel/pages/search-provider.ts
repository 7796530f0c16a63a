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

/** Hits of one kind; or the way to more of them, which is no hit itself. */
export type SearchGroup = { label: string; hits: SearchHit[]; isMore?: true }

/** A source of hits for the search of the header. */
export type SearchProvider = {
  scope: 'employee' | 'manager'
  search(query: string, signal: AbortSignal): Promise<SearchGroup[]>
}
