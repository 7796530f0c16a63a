import { isDeepStrictEqual } from 'node:util'
import { parseLocalizedNames } from '#kernel/languages/localized-names.ts'
import type { Outcome } from '#kernel/resources/setup-section.ts'
import type { Work } from '#kernel/work.ts'
import { lockKnowledgeBase } from '#modules/articles/lock-knowledge-base.ts'
import { hasArticles } from '#modules/articles/search/queries.ts'
import { TERM } from '#modules/articles/search/terms.ts'
import { firstLanguage, presentCategory } from '#modules/articles/writing/present.ts'
import { conflict, invalidFields, notFound } from '#platform/problem.ts'
import { type CategoryRow, deleteCategoryRow, findCategory, upsertCategory } from './queries.ts'
import type { Category, CategoryInput } from './schemas.ts'

type Put = { item: Category; outcome: Outcome }

/** Creates a category of articles, or replaces what is said of it. It has no events: the catalogue names none. */
export async function putCategory(work: Work, slug: string, input: CategoryInput): Promise<Put> {
  await lockKnowledgeBase(work)
  const before = await findCategory(work.tx, work.client, slug)
  const row = toRow(work, slug, input, before)
  if (before && isDeepStrictEqual(row, { ...before })) {
    return { item: presentCategory(before, work.client), outcome: 'unchanged' }
  }
  const after = { ...row, updated_at: work.now }
  await upsertCategory(work.tx, work.client, after)
  return { item: presentCategory(after, work.client), outcome: before ? 'updated' : 'created' }
}

export async function patchCategory(work: Work, slug: string, input: Partial<CategoryInput>): Promise<Category> {
  const before = presentCategory(await getCategoryForUpdate(work, slug), work.client)
  return (await putCategory(work, slug, { ...before, ...input })).item
}

export async function deleteCategory(work: Work, slug: string): Promise<void> {
  await getCategoryForUpdate(work, slug)
  if (await hasArticles(work.tx, work.client, TERM.category(slug))) {
    throw conflict('article_category_in_use', `The category ${slug} is used by articles.`)
  }
  await deleteCategoryRow(work.tx, work.client, slug)
}

async function getCategoryForUpdate(work: Work, slug: string): Promise<CategoryRow> {
  await lockKnowledgeBase(work)
  const row = await findCategory(work.tx, work.client, slug)
  if (!row) throw notFound('article category', slug)
  return row
}

function toRow(work: Work, slug: string, input: CategoryInput, before: CategoryRow | undefined): CategoryRow {
  const names = parseLocalizedNames(input.localized_names ?? [], 'localized_names')
  const descriptions = parseLocalizedNames(input.localized_descriptions ?? [], 'localized_descriptions')
  const errors = [...names.errors, ...descriptions.errors]
  if (errors.length > 0) throw invalidFields(errors)
  return {
    slug,
    name: input.name,
    language_code: input.language_code?.toLowerCase() ?? firstLanguage(work.client),
    description: input.description ?? null,
    localized_names: names.translations,
    localized_descriptions: descriptions.translations,
    created_at: before?.created_at ?? work.now,
    updated_at: before?.updated_at ?? work.now,
  }
}
