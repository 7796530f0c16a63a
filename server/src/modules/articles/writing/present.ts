import { presentLocalizedNames } from '#kernel/languages/localized-names.ts'
import type { Client } from '#kernel/work.ts'
import type { CategoryRow } from '#modules/articles/categories/queries.ts'
import type { Category } from '#modules/articles/categories/schemas.ts'
import { inSeconds } from '#platform/time/dates.ts'
import type { ArticleRow } from './queries.ts'
import { type Article, type PublicArticle, READERS } from './schemas.ts'

/** The language of what does not say in which it is. */
export function firstLanguage({ languages }: Client): string {
  return languages[0] ?? 'en-us'
}

export function presentCategory(row: CategoryRow, { languages }: Client): Category {
  return {
    ...row,
    localized_names: presentLocalizedNames(row.localized_names, languages),
    localized_descriptions: presentLocalizedNames(row.localized_descriptions, languages),
    created_at: inSeconds(row.created_at),
    updated_at: inSeconds(row.updated_at),
  }
}

/** Group A: everything that was put, and what became of it. */
export function presentArticle(row: ArticleRow): Article {
  return {
    slug: row.slug,
    title: row.title,
    body: row.body,
    language_code: row.language_code,
    translations: row.translations.map(({ language_code, title, body }) => ({ language_code, title, body })),
    categories: row.categories,
    accessible_by: READERS.filter((one) => row[`for_${one}`]),
    organizations: row.organizations,
    roles: row.roles,
    custom_field_rules: row.custom_field_rules.map((rule) => ({ field: rule.field, in: rule.in })),
    ...presentState(row),
  }
}

type Public = { publicUrl: string; language: string | undefined; categories: ReadonlyMap<string, CategoryRow> }

/** Group C: what readers see, in the language that was asked for where there is a translation. */
export function presentPublic(row: ArticleRow, { publicUrl, language, categories }: Public): PublicArticle {
  const { title, body } = row.translations.find((one) => one.language_code === language) ?? row
  const slug = encodeURIComponent(row.slug)
  return {
    slug: row.slug,
    title,
    body,
    categories: row.categories.flatMap((one) => categories.get(one) ?? []).map((one) => inLanguage(one, language)),
    ...presentState(row),
    manager_url: `${publicUrl}/portal/manager/articles/${slug}`,
    employee_url: `${publicUrl}/portal/articles/${slug}`,
    api_url: `${publicUrl}/api/articles/${slug}/`,
  }
}

function presentState({ featured, state, total_hits, updated_at, created_at }: ArticleRow) {
  return { featured, state, total_hits, updated_at: inSeconds(updated_at), created_at: inSeconds(created_at) }
}

function inLanguage(row: CategoryRow, language: string | undefined): PublicArticle['categories'][number] {
  const { slug, name, language_code, description } = row
  const translated = language === undefined ? undefined : row.localized_names[language]
  if (language === undefined || translated === undefined) return { slug, name, language_code, description }
  const inThat = row.localized_descriptions[language] ?? description
  return { slug, name: translated, language_code: language, description: inThat }
}
