import { type Static, Type } from 'typebox'
import { NamedObject, Timestamp } from '#platform/http/validation/schemas.ts'

const Category = NamedObject('FormCategory', {
  slug: Type.String(),
  name: Type.String(),
  language_code: Type.String(),
  description: Type.String(),
})

/** A form as requests name it. */
export const FormSummary = NamedObject('FormSummary', {
  slug: Type.String({ description: 'The code of the form.' }),
  title: Type.String(),
  category: Type.Unsafe<Static<typeof Category> | null>({ ...Category, type: ['object', 'null'] } as object),
  featured: Type.Boolean(),
  total_hits: Type.Integer(),
  updated_at: Timestamp(),
  created_at: Timestamp(),
  api_url: Type.String(),
})
export type FormSummary = Static<typeof FormSummary>
