import type { Work } from '#platform/db/work.ts'
import { emit } from '#platform/events/define-event.ts'
import { deleteArticleRow } from './article-queries.ts'
import { articleDeleted } from './events.ts'
import { changePostings } from './posting-queries.ts'
import { presentArticle } from './present.ts'
import { getLocked, termsOf, tidyAudience } from './put-article.ts'

export async function deleteArticle(work: Work, slug: string): Promise<void> {
  const row = await getLocked(work, slug)
  await changePostings(work.tx, work.client, row.key, termsOf(row), new Set())
  await deleteArticleRow(work.tx, work.client, row.key)
  await tidyAudience(work, row.audience_key)
  emit(work, articleDeleted, presentArticle(row))
}
