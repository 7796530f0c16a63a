import type { Work } from '#kernel/work.ts'
import { addHit } from '#modules/articles/writing/queries.ts'

/**
 * A view of an employee. Only those who look at the same article wait for one another, so this belongs into a work of its
 * own. An article that is gone counts nothing.
 */
export async function countArticleView({ tx, client }: Work, slug: string): Promise<void> {
  await addHit(tx, client, slug)
}
