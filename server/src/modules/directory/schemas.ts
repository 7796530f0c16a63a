import { Type } from 'typebox'
import { RESERVED_ID } from '#kernel/resources/reserved-ids.ts'
import { Cursor, Moment, Nullable, OptionalText, PerPage, Text, Timestamp } from '#platform/http/validation/schemas.ts'

const WITHOUT_SLASH = '[^/\\u0000-\\u001f\\u007f-\\u009f]'

/** A code of the caller's own. */
export const Code = (most: number) =>
  Text({
    pattern: `^(?!(?:\\.{1,2}|${RESERVED_ID})$)${WITHOUT_SLASH}{1,${most}}$`,
    description: `1 to ${most} characters, no slash and no control character; neither \`.\` nor \`..\` nor \`${RESERVED_ID}\`.`,
  })

export const OrganizationCode = Code(64)
export const TechnicalId = Code(50)
export const Name = Text({ minLength: 1, maxLength: 255 })

export const Email = Type.String({ format: 'email', maxLength: 254 })
export const OptionalEmail = OptionalText(254, { format: 'email' })
export const Language = Type.Optional(
  Nullable('string', { format: 'language', description: 'A BCP 47 language tag; stored and returned in lower case.' }),
)

/** What every answer has. */
export const Times = { created_at: Timestamp(), updated_at: Timestamp() }

const Search = (where: string) =>
  Type.Optional(Text({ maxLength: 200, description: `Searches ${where}; case and accents are ignored.` }))

/** What every list of people takes as q. */
export const SearchPeople = Search('names, ids, e-mail addresses and employee numbers')

/** What every list of this module takes. */
export const ListParameters = {
  q: Search('codes and names'),
  updated_at_since: Type.Optional(Moment('Only items changed at or after this time.')),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
}
