import { isDeepStrictEqual } from 'node:util'
import { emit } from '#kernel/events/define-event.ts'
import type { Outcome } from '#kernel/resources/setup-section.ts'
import type { Work } from '#kernel/work.ts'
import { deleteAudience, putAudience } from '#modules/articles/audiences/queries.ts'
import { articleCreated, articleUpdated } from '#modules/articles/events.ts'
import { lockKnowledgeBase } from '#modules/articles/lock-knowledge-base.ts'
import { changePostings, hasArticles } from '#modules/articles/search/queries.ts'
import { facetTerms, TERM, wordTerms } from '#modules/articles/search/terms.ts'
import { lockDirectoryShared } from '#modules/directory/index.ts'
import { notFound } from '#platform/problem.ts'
import { checkArticle } from './check-article.ts'
import { presentArticle } from './present.ts'
import { type ArticleRow, findArticle, insertArticle, updateArticle, type WrittenArticle } from './queries.ts'
import type { Article, ArticleInput } from './schemas.ts'

type Put = { item: Article; outcome: Outcome }

/** Creates an article, or replaces what is said of it. */
export async function putArticle(work: Work, slug: string, input: ArticleInput): Promise<Put> {
  await lockArticles(work)
  const before = await findArticle(work.tx, work.client, slug)
  const { audience, ...draft } = await checkArticle(work, input)
  const written = { ...draft, audience_key: await putAudience(work.tx, work.client, audience) }
  if (before && isUnchanged(before, written)) return { item: presentArticle(before), outcome: 'unchanged' }
  if (before) await updateArticle(work.tx, work.client, { key: before.key, written, now: work.now })
  const key = before?.key ?? (await insertArticle(work.tx, work.client, { slug, written, now: work.now }))
  await changePostings(work.tx, work.client, {
    key,
    before: before ? termsOf(before) : new Set(),
    after: termsOf(written),
  })
  if (before) await deleteUnusedAudience(work, before.audience_key)
  const after = (await findArticle(work.tx, work.client, slug)) as ArticleRow
  const item = presentArticle(after)
  emit(work, before ? articleUpdated : articleCreated, item)
  return { item, outcome: before ? 'updated' : 'created' }
}

export async function patchArticle(work: Work, slug: string, input: Partial<ArticleInput>): Promise<Article> {
  const before = await getArticleForUpdate(work, slug)
  return (await putArticle(work, slug, { ...presentArticle(before), ...input })).item
}

/** Locks this article until the transaction ends. */
export async function getArticleForUpdate(work: Work, slug: string): Promise<ArticleRow> {
  await lockArticles(work)
  const row = await findArticle(work.tx, work.client, slug)
  if (!row) throw notFound('article', slug)
  return row
}

/** The directory first, as everyone does who needs both. */
export async function lockArticles(work: Work): Promise<void> {
  await lockDirectoryShared(work)
  await lockKnowledgeBase(work)
}

/** Everything that an article is found by. */
export function termsOf(article: WrittenArticle): Set<string> {
  return new Set([...facetTerms(article), ...wordTerms([article, ...article.translations])])
}

/** Deletes an audience that no article has any more. */
export async function deleteUnusedAudience({ tx, client }: Work, key: number): Promise<void> {
  if (!(await hasArticles(tx, client, TERM.audience(key)))) await deleteAudience(tx, client, key)
}

function isUnchanged(before: ArticleRow, written: WrittenArticle): boolean {
  return Object.entries(written).every(([name, value]) => isDeepStrictEqual(before[name as keyof ArticleRow], value))
}
