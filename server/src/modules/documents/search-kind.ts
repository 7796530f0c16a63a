import { type Hit, MAX_COUNTED_HITS, type SearchKind } from '#kernel/search.ts'
import { markMatches, type TextPiece } from '#platform/text/mark-matches.ts'
import { fold } from '#platform/text/text.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { type FoundDocument, searchReadableDocuments } from './search-readable-documents.ts'

export const documentSearch: SearchKind = {
  name: 'documents',
  position: 3,
  places: ['folder', 'vault', 'company'],
  async find(db, client, person, { q, perPage, at }) {
    const found = await searchReadableDocuments(db, client, person, { q, perPage, at, most: MAX_COUNTED_HITS })
    return { hits: found.rows.map((one) => documentHit(one, q)), total: found.total, next: found.next }
  },
}

function documentHit({ id, place, title, filename, document_type_name, received_at }: FoundDocument, q: string): Hit {
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
