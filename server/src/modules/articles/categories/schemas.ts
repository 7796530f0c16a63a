import { type Static, Type } from 'typebox'
import { LocalizedNames } from '#kernel/languages/localized-names.ts'
import { Code } from '#modules/directory/index.ts'
import {
  Cursor,
  Moment,
  NamedObject,
  Nullable,
  OptionalText,
  PerPage,
  Text,
  Timestamp,
} from '#platform/http/validation/schemas.ts'
import { LanguageCode } from '#platform/text/language.ts'

/** Spec, Limits: a category is named by up to 50 characters. */
export const CategorySlug = Code(50)

export const CategoryInput = NamedObject('ArticleCategoryInput', {
  name: Text({ minLength: 1, maxLength: 255 }),
  language_code: Type.Optional(LanguageCode),
  description: OptionalText(2000),
  localized_names: Type.Optional(LocalizedNames),
  localized_descriptions: Type.Optional(LocalizedNames),
})
export type CategoryInput = Static<typeof CategoryInput>

export const Category = NamedObject('ArticleCategory', {
  slug: Type.String(),
  name: Type.String(),
  language_code: Type.String({
    description: "The language of name and description. Defaults to the client's first language.",
  }),
  description: Nullable('string'),
  localized_names: LocalizedNames,
  localized_descriptions: LocalizedNames,
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type Category = Static<typeof Category>

export const ListCategoriesQuery = Type.Object({
  q: Type.Optional(Text({ maxLength: 200, description: 'Searches slugs and names; case and accents are ignored.' })),
  updated_at_since: Type.Optional(Moment('Only items changed at or after this time.')),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListCategoriesQuery = Static<typeof ListCategoriesQuery>
