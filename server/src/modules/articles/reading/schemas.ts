import { type Static, Type } from 'typebox'
import { ArticleInput, ArticleSlug, Search, STATES } from '#modules/articles/writing/schemas.ts'
import { NamedObject, Nullable, OneOf, PerPage, Sort, Text, Timestamp } from '#platform/http/validation/schemas.ts'

export const CategoryName = NamedObject('ArticleCategoryName', { slug: Type.String(), name: Type.String() })
export type CategoryName = Static<typeof CategoryName>

const Pieces = Type.Array(NamedObject('ArticlePiece', { text: Type.String(), is_match: Type.Boolean() }))

const listed = {
  slug: Type.String(),
  title: Type.String(),
  summary: Type.String({ description: 'The beginning of the text.' }),
  language_code: Type.String({ description: 'In which the title and the text are.' }),
  category: Type.Union([CategoryName, Type.Null()], { description: 'The first of its categories.' }),
  featured: Type.Boolean(),
  updated_at: Timestamp(),
  highlights: Type.Optional(
    NamedObject(
      'ArticleHighlights',
      { title: Pieces, text: Pieces },
      { description: 'The passage that matches the search.' },
    ),
  ),
}
const managed = { state: OneOf(STATES), total_hits: Type.Integer(), created_at: Timestamp() }
const read = {
  body: Type.String({ description: 'HTML as written; sanitize it before showing it.' }),
  languages: Type.Array(Type.String(), { description: 'In which the article can be read.' }),
  categories: Type.Array(CategoryName),
}

export const ListedArticle = NamedObject('ListedArticle', listed)
export const ManagedArticle = NamedObject('ManagedArticle', { ...listed, ...managed })
export type ManagedArticle = Static<typeof ManagedArticle>
export const ReadArticle = NamedObject('ReadArticle', { ...listed, ...read })
export const ManagedReadArticle = NamedObject('ManagedReadArticle', { ...listed, ...managed, ...read })
export type ManagedReadArticle = Static<typeof ManagedReadArticle>

export const ReadCategory = NamedObject('ReadArticleCategory', {
  ...CategoryName.properties,
  description: Nullable('string'),
  articles_count: Type.Integer({ description: 'How many articles of it the person may read.' }),
})
export type ReadCategory = Static<typeof ReadCategory>

export const SlugParams = Type.Object({ slug: ArticleSlug })

const language = {
  language_code: Type.Optional(
    Type.String({ format: 'language', description: "The language to read in. Defaults to the person's own." }),
  ),
}
export const LanguageQuery = Type.Object(language)

export const ReadListQuery = Type.Object({
  q: Type.Optional(Search),
  category: Type.Optional(Text({ maxLength: 50, description: 'The slug of a category.' })),
  featured: Type.Optional(Type.Boolean()),
  sort: Type.Optional(
    Sort(['created_at', 'updated_at', 'title', 'total_hits'], 'Defaults to newest first; with `q`, to the best match.'),
  ),
  ...language,
  per_page: PerPage(100),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
})
export type ReadListQuery = Static<typeof ReadListQuery>

export const ManagerListQuery = Type.Object({
  ...ReadListQuery.properties,
  view: Type.Optional(
    OneOf(['read', 'write'] as const, {
      description:
        '`write`, the default: what the manager may change, drafts included. `read`: what is for them to read.',
    }),
  ),
  state: Type.Optional(OneOf(STATES)),
})
export type ManagerListQuery = Static<typeof ManagerListQuery>

/** What the writer knows of the article. */
export const Expected = NamedObject('ArticleExpected', {
  only_new: Type.Optional(Type.Boolean({ description: 'Refuse if the article exists.' })),
  updated_at: Type.Optional(Text({ maxLength: 40, description: 'Refuse if the article was changed since this time.' })),
})
export type Expected = Static<typeof Expected>

const { accessible_by, organizations, roles, custom_field_rules } = ArticleInput.properties
export const AudienceInput = NamedObject('ArticleAudienceInput', {
  accessible_by,
  organizations,
  roles,
  custom_field_rules,
})
export type AudienceInput = Static<typeof AudienceInput>

export const AudienceCount = NamedObject('ArticleAudienceCount', {
  employees: Type.Integer(),
  managers: Type.Integer(),
  is_at_least: Type.Boolean({ description: 'There are more than were counted.' }),
})
export type AudienceCount = Static<typeof AudienceCount>

export const AudienceChoices = NamedObject('ArticleAudienceChoices', {
  roles: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
  custom_fields: Type.Array(
    Type.Object({
      code: Type.String(),
      name: Type.String(),
      type: Type.String(),
      values: Type.Array(Type.String()),
    }),
  ),
})
