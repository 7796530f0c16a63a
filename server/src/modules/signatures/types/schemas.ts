import { type Static, Type } from 'typebox'
import { LocalizedNames } from '#kernel/languages/localized-names.ts'
import { Cursor, Moment, NamedObject, Nullable, PerPage, Text, Timestamp } from '#platform/http/validation/schemas.ts'

export const SignatureTypeId = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,100}$',
  description: 'Letters, digits, `_` and `-`.',
})

const days = (description: string) => Nullable('integer', { minimum: 1, maximum: 3650, description })
const expiryDays = days(
  'The number of days from the start within which a document can be signed, unless the process says otherwise; null: no limit.',
)
const reminderDays = days('Signers are reminded every time this many days pass without an answer; null: never.')
const consents = { description: 'The consent text, by language; default: a built-in text.' }

export const SignatureTypeInput = NamedObject('SignatureTypeInput', {
  name: Type.Optional(Text({ minLength: 1, maxLength: 255 })),
  localized_names: Type.Optional(LocalizedNames),
  localized_consents: Type.Optional(Type.Array(LocalizedNames.items, { maxItems: 200, ...consents })),
  expiry_days: Type.Optional(expiryDays),
  reminder_days: Type.Optional(reminderDays),
})
export type SignatureTypeInput = Static<typeof SignatureTypeInput>

export const SignatureType = NamedObject('SignatureType', {
  id: Type.String(),
  name: Type.String(),
  localized_names: LocalizedNames,
  localized_consents: LocalizedNames,
  expiry_days: expiryDays,
  reminder_days: reminderDays,
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type SignatureType = Static<typeof SignatureType>

export const ListSignatureTypesQuery = Type.Object({
  updated_at_since: Type.Optional(Moment('Only items changed at or after this time.')),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListSignatureTypesQuery = Static<typeof ListSignatureTypesQuery>
