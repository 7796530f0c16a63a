import { type Static, Type } from 'typebox'
import type { SearchKind } from '#kernel/search.ts'
import { Cursor, NamedObject, Nullable, OneOf, Text } from '#platform/http/validation/schemas.ts'

export const DEFAULT_HITS = 5

const Pieces = Type.Array(NamedObject('SearchPiece', { text: Type.String(), is_match: Type.Boolean() }), {
  description: 'The text in pieces, of which some are what was looked for.',
})

/** The schemas of a search over these kinds. */
export function searchSchemas(kinds: readonly SearchKind[]) {
  const names = kinds.map(({ name }) => name)
  const SearchHit = NamedObject('SearchHit', {
    id: Type.String({ description: 'The slug of an article or a form, the id of a document or a request.' }),
    place: OneOf(
      kinds.flatMap(({ places }) => places),
      { description: 'What it is, and for a document where I read it.' },
    ),
    title: Pieces,
    text: Pieces,
    about: Type.String({ description: 'Its category, type or form. May be empty.' }),
    at: Nullable('string', { format: 'date-time', description: 'When it came or last changed.' }),
  })
  const FoundOfKind = NamedObject('FoundOfKind', {
    kind: OneOf(names),
    total: Type.Integer(),
    is_at_least: Type.Boolean({ description: 'There may be more than were counted.' }),
    hits: Type.Array(SearchHit),
    next_cursor: Nullable('string', { description: 'For the next hits of this kind.' }),
  })
  const SearchQuery = Type.Object({
    q: Text({
      minLength: 1,
      maxLength: 200,
      description: 'All words must match. Case and accents are ignored.',
    }),
    kind: Type.Optional(OneOf(names, { description: 'Only this kind.' })),
    per_page: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 50,
        default: DEFAULT_HITS,
        description: 'How many hits of a kind, up to 50.',
      }),
    ),
    cursor: Type.Optional(Cursor),
  })
  return { SearchQuery, SearchAnswer: NamedObject('SearchAnswer', { found: Type.Array(FoundOfKind) }) }
}

export type SearchAnswer = Static<ReturnType<typeof searchSchemas>['SearchAnswer']>
export type FoundOfKind = SearchAnswer['found'][number]
export type SearchHit = FoundOfKind['hits'][number]
