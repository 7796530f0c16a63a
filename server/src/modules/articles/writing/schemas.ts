import { type Static, Type } from 'typebox'
import { Code } from '#modules/directory/index.ts'
import {
  Cursor,
  LongText,
  Moment,
  NamedObject,
  Nullable,
  OneOf,
  PerPage,
  SanitizedBody,
  SanitizeQuery,
  Sort,
  Text,
  Timestamp,
} from '#platform/http/validation/schemas.ts'
import { LanguageCode } from '#platform/text/language.ts'

export const STATES = ['published', 'draft'] as const
export const READERS = ['employees', 'managers'] as const

export const ArticleSlug = Code(255)
const Title = Text({ minLength: 1, maxLength: 255 })
const Body = LongText({ description: 'HTML, stored as sent.' })

const Translation = NamedObject('ArticleTranslation', { language_code: LanguageCode, title: Title, body: Body })
const RuleValue = Type.Unsafe<string | number | boolean>({
  type: ['string', 'integer', 'boolean'],
  maxLength: 1000,
})
const Rule = NamedObject('ArticleAudienceRule', {
  field: Text({ maxLength: 100, description: 'The code of a custom field.' }),
  in: Type.Array(RuleValue, { minItems: 1, maxItems: 1000, description: 'The values that match.' }),
})
export type Rule = Static<typeof Rule>

export const ArticleInput = NamedObject('ArticleInput', {
  title: Title,
  body: Body,
  language_code: Type.Optional(LanguageCode),
  translations: Type.Optional(Type.Array(Translation, { maxItems: 200 })),
  categories: Type.Optional(
    Type.Array(Text({ maxLength: 50 }), { maxItems: 100, description: 'The slugs of the categories.' }),
  ),
  featured: Type.Optional(Type.Boolean({ description: 'Defaults to false.' })),
  state: Type.Optional(OneOf(STATES, { description: 'Defaults to draft.' })),
  accessible_by: Type.Optional(
    Type.Array(OneOf(READERS), { minItems: 1, maxItems: 2, description: 'Defaults to both.' }),
  ),
  organizations: Type.Optional(
    Type.Array(Text({ maxLength: 64 }), {
      maxItems: 1000,
      description: 'Only employees of one of these organizations or of their descendants; all if empty.',
    }),
  ),
  roles: Type.Optional(
    Type.Array(Text({ maxLength: 100 }), {
      maxItems: 1000,
      description: 'Only managers with one of these roles; all if empty.',
    }),
  ),
  custom_field_rules: Type.Optional(
    Type.Array(Rule, { maxItems: 100, description: 'Only employees who meet all of these.' }),
  ),
})
export type ArticleInput = Static<typeof ArticleInput>

const shown = {
  slug: Type.String(),
  title: Type.String(),
  body: Type.String(),
}
const counted = {
  featured: Type.Boolean(),
  state: OneOf(STATES),
  total_hits: Type.Integer({ description: 'The number of views by employees in the portal.' }),
  updated_at: Timestamp(),
  created_at: Timestamp(),
}

export const Article = NamedObject('Article', {
  ...shown,
  language_code: Type.String(),
  translations: Type.Array(Translation),
  categories: Type.Array(Type.String()),
  accessible_by: Type.Array(OneOf(READERS)),
  organizations: Type.Array(Type.String()),
  roles: Type.Array(Type.String()),
  custom_field_rules: Type.Array(Rule),
  ...counted,
})
export type Article = Static<typeof Article>

/** Spec, Article (group C). */
export const PublicArticle = NamedObject('PublicArticle', {
  ...shown,
  sanitized_body: SanitizedBody,
  categories: Type.Array(
    Type.Object({
      slug: Type.String(),
      name: Type.String(),
      language_code: Type.String(),
      description: Nullable('string'),
    }),
  ),
  ...counted,
  manager_url: Type.String(),
  employee_url: Type.String(),
  api_url: Type.String(),
})
export type PublicArticle = Static<typeof PublicArticle>

export const Search = Text({
  maxLength: 200,
  description: 'Searches titles and texts for all words; the last one may be a prefix. Case and accents are ignored.',
})

export const ListArticlesQuery = Type.Object({
  q: Type.Optional(Search),
  state: Type.Optional(OneOf(STATES)),
  featured: Type.Optional(Type.Boolean()),
  category: Type.Optional(Text({ maxLength: 50, description: 'The slug of a category.' })),
  updated_at_since: Type.Optional(Moment('Only items changed at or after this time.')),
  sort: Type.Optional(Sort(['created_at', 'updated_at', 'title'], 'Defaults to newest first.')),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListArticlesQuery = Static<typeof ListArticlesQuery>

const language = {
  language_code: Type.Optional(
    Type.String({ format: 'language', description: 'Return translations in this language where they exist.' }),
  ),
}

export const PublicListQuery = Type.Object({
  category_code: Type.Optional(Text({ maxLength: 50, description: 'The slug of a category.' })),
  accessible_by: Type.Optional(
    OneOf([...READERS, 'employee', 'manager'], { description: 'Only articles published for all or some of these.' }),
  ),
  employee_technical_id: Type.Optional(
    Text({ maxLength: 50, description: 'Only articles that this employee may read.' }),
  ),
  manager_technical_id: Type.Optional(
    Text({ maxLength: 50, description: 'Only articles that this manager may read.' }),
  ),
  featured: Type.Optional(Type.Boolean()),
  state: Type.Optional(OneOf(STATES)),
  query: Type.Optional(Search),
  order_by: Type.Optional(
    Sort(
      ['created_at', 'updated_at', 'title', 'total_hits'],
      'Defaults to newest first; with a query, to the best match.',
    ),
  ),
  ...language,
  ...SanitizeQuery,
  per_page: PerPage(100),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 })),
})
export type PublicListQuery = Static<typeof PublicListQuery>

export const PublicReadQuery = Type.Object({ ...language, ...SanitizeQuery })
