import { type Static, Type } from 'typebox'
import { KEPT_KINDS } from '#kernel/kept-data.ts'
import { NamedObject, Nullable, OneOf } from '#platform/http/validation/schemas.ts'

const NullableDay = (description: string) => Nullable('string', { format: 'date', description })

/** What belongs together, such as documents of a type, and how long it is kept. */
const KeptGroup = NamedObject('KeptGroup', {
  name: Nullable('string', { description: 'The document type or the form, in my language; null for the rest.' }),
  count: Type.Integer(),
  for_legal_reasons: Type.Integer({ description: 'How many have to be kept whatever the dates say.' }),
  dated: Type.Integer({ description: 'How many go from a known day on.' }),
  first_until: NullableDay('The first of these days.'),
  last_until: NullableDay('The last of these days.'),
  waiting: Type.Integer({ description: 'How many go a while after something that has not happened yet.' }),
  without_end: Type.Integer({ description: 'How many no rule names an end for.' }),
  legal_bases: Type.Array(Type.String(), { description: 'What the rules refer to, each once.' }),
})
export type KeptGroup = Static<typeof KeptGroup>

export const KeptOfKind = NamedObject('KeptOfKind', {
  kind: OneOf(KEPT_KINDS),
  count: Nullable('integer', { description: 'Null where entries are not counted.' }),
  days: Nullable('integer', { description: 'After how many days each entry goes by itself, where that is fixed.' }),
  groups: Type.Array(KeptGroup, { description: 'Largest first; empty where nothing is kept.' }),
})
export type KeptOfKind = Static<typeof KeptOfKind>
