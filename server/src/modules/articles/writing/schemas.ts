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
  Sort,
  Text,
  Timestamp,
} from '#platform/http/validation/schemas.ts'
import { LanguageCode } from '#platform/text/language.ts'

export const STATES = ['published', 'draft'] as const
export const READERS = ['employees', 'managers'] as const

export const ArticleSlug = Code(255)
const Title = Text({ minLength: 1, maxLength: 255 })
const Body = LongText({ description: 'HTML; kept as it was sent.' })

const Translation = NamedObject('ArticleTranslation', { language_code: LanguageCode, title: Title, body: Body })
const RuleValue = Type.Unsafe<string | number | boolean>({
  type: ['string', 'integer', 'boolean'],
  maxLength: 1000,
})
const Rule = NamedObject('ArticleAudienceRule', {
  field: Text({ maxLength: 100, description: 'The code of a custom field.' }),
  in: Type.Array(RuleValue, { minItems: 1, maxItems: 1000, description: 'What an employee may have there.' }),
})
export type Rule = Static<typeof Rule>

export const ArticleInput = NamedObject('ArticleInput', {
  title: Title,
  body: Body,
  language_code: Type.Optional(LanguageCode),
  translations: Type.Optional(Type.Array(Translation, { maxItems: 200 })),
  categories: Type.Optional(Type.Array(Text({ maxLength: 50 }), { maxItems: 100, description: 'Their slugs.' })),
  featured: Type.Optional(Type.Boolean({ description: 'false when left out.' })),
  state: Type.Optional(OneOf(STATES, { description: 'draft when left out.' })),
  accessible_by: Type.Optional(
    Type.Array(OneOf(READERS), { minItems: 1, maxItems: 2, description: 'Both when left out.' }),
  ),
  organizations: Type.Optional(
    Type.Array(Text({ maxLength: 64 }), {
      maxItems: 1000,
      description: 'Only employees of one of these, or of one below it; all when there is none.',
    }),
  ),
  roles: Type.Optional(
    Type.Array(Text({ maxLength: 100 }), {
      maxItems: 1000,
      description: 'Only managers with one of these roles; all when there is none.',
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
  total_hits: Type.Integer({ description: 'How often employees looked at it in the portal.' }),
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
  description:
    'Every word of it, in titles and texts; the last one may be the beginning of a word. Case and accents are ignored.',
})

export const ListArticlesQuery = Type.Object({
  q: Type.Optional(Search),
  state: Type.Optional(OneOf(STATES)),
  featured: Type.Optional(Type.Boolean()),
  category: Type.Optional(Text({ maxLength: 50, description: 'The slug of a category.' })),
  updated_at_since: Type.Optional(Moment('Only what changed at that time or later.')),
  sort: Type.Optional(Sort(['created_at', 'updated_at', 'title'], 'Newest first when left out.')),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListArticlesQuery = Static<typeof ListArticlesQuery>

const language = {
  language_code: Type.Optional(
    Type.String({ format: 'language', description: 'Show what is translated into this language in it.' }),
  ),
}

export const PublicListQuery = Type.Object({
  category_code: Type.Optional(Text({ maxLength: 50, description: 'The slug of a category.' })),
  accessible_by: Type.Optional(
    OneOf([...READERS, 'employee', 'manager'], { description: 'Only what is published for all or some of these.' }),
  ),
  employee_technical_id: Type.Optional(Text({ maxLength: 50, description: 'Only what this employee may read.' })),
  manager_technical_id: Type.Optional(Text({ maxLength: 50, description: 'Only what this manager may read.' })),
  featured: Type.Optional(Type.Boolean()),
  state: Type.Optional(OneOf(STATES)),
  query: Type.Optional(Search),
  order_by: Type.Optional(
    Sort(
      ['created_at', 'updated_at', 'title', 'total_hits'],
      'Newest first when left out; with a query, the most fitting.',
    ),
  ),
  ...language,
  per_page: PerPage(100),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 })),
})
export type PublicListQuery = Static<typeof PublicListQuery>

export const PublicReadQuery = Type.Object(language)
