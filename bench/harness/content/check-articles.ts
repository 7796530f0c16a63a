import assert from 'node:assert/strict'
import type pg from 'pg'
import { BLOCK_ARTICLES } from '../../../server/src/modules/articles/search/article-bitmap.ts'
import { wordsOf } from '../../../server/src/modules/articles/search/terms.ts'
import type { Session } from '../service.ts'
import { generateArticles } from './articles.ts'

type Article = { title: string }

/** Whether what was generated is what the service stores: it writes some articles anew, and they are found as before. */
export async function checkArticles(client: pg.Client, session: Session, clientId: string): Promise<void> {
  for (const key of [0, 7, 999]) {
    const termsOf = async () => {
      const { rows } = await client.query(
        'SELECT term FROM article_postings WHERE client_id = $1 AND block = $2 AND get_bit(bits, $3) = 1 ORDER BY term',
        [clientId, Math.floor(key / BLOCK_ARTICLES), key % BLOCK_ARTICLES],
      )
      return rows.map(({ term }) => term)
    }
    const before = await termsOf()
    const path = `/articles/article-${key}`
    const { body: article } = await session.call<Article>('GET', path)
    await session.call('PUT', path, { ...article, title: 'Changed', body: '', accessible_by: ['managers'] })
    await session.call('PUT', path, article)
    assert.ok(before.length > 100)
    assert.deepEqual(await termsOf(), before)
  }
}

/** How many articles have all of these words, counted one by one. */
export function countArticles(count: number, words: string[]): number {
  let found = 0
  for (const { title, body } of generateArticles(count)) {
    const own = new Set(wordsOf(`${title} ${body.replace(/<\/?p>/g, ' ')}`))
    if (words.every((one) => own.has(one))) found += 1
  }
  return found
}
