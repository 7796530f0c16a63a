import { type Static, Type } from 'typebox'
import { Cursor, NamedObject, Nullable, OneOf, Text } from '#platform/http/validation/schemas.ts'

export const SEARCH_KINDS = ['articles', 'forms', 'documents', 'requests'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

export const DEFAULT_HITS = 5

const Pieces = Type.Array(NamedObject('SearchPiece', { text: Type.String(), is_match: Type.Boolean() }), {
  description: 'The text in pieces, of which some are what was looked for.',
})

export const SearchHit = NamedObject('SearchHit', {
  id: Type.String({ description: 'The slug of an article or a form, the id of a document or a request.' }),
  place: OneOf(['article', 'form', 'folder', 'vault', 'company', 'request'] as const, {
    description: 'What it is, and for a document where I read it.',
  }),
  title: Pieces,
  text: Pieces,
  about: Type.String({ description: 'Its category, type or form. May be empty.' }),
  at: Nullable('string', { format: 'date-time', description: 'When it came or last changed.' }),
})
export type SearchHit = Static<typeof SearchHit>

export const FoundOfKind = NamedObject('FoundOfKind', {
  kind: OneOf(SEARCH_KINDS),
  total: Type.Integer(),
  is_at_least: Type.Boolean({ description: 'There may be more than were counted.' }),
  hits: Type.Array(SearchHit),
  next_cursor: Nullable('string', { description: 'For the next hits of this kind.' }),
})
export type FoundOfKind = Static<typeof FoundOfKind>

export const SearchQuery = Type.Object({
  q: Text({
    minLength: 1,
    maxLength: 200,
    description: 'All words must match. Case and accents are ignored.',
  }),
  kind: Type.Optional(OneOf(SEARCH_KINDS, { description: 'Only this kind.' })),
  per_page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 50, default: DEFAULT_HITS, description: 'How many hits of a kind, up to 50.' }),
  ),
  cursor: Type.Optional(Cursor),
})
export type SearchQuery = Static<typeof SearchQuery>

export const SearchAnswer = NamedObject('SearchAnswer', { found: Type.Array(FoundOfKind) })
