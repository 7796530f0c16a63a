import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { articleDeleted } from '#modules/articles/events.ts'
import { changePostings } from '#modules/articles/search/queries.ts'
import { presentArticle } from './present.ts'
import { deleteUnusedAudience, getArticleForUpdate, termsOf } from './put-article.ts'
import { deleteArticleRow } from './queries.ts'

export async function deleteArticle(work: Work, slug: string): Promise<void> {
  const row = await getArticleForUpdate(work, slug)
  await changePostings(work.tx, work.client, { key: row.key, before: termsOf(row), after: new Set() })
  await deleteArticleRow(work.tx, work.client, row.key)
  await deleteUnusedAudience(work, row.audience_key)
  emit(work, articleDeleted, presentArticle(row))
}
