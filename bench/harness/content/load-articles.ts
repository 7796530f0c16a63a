import type pg from 'pg'
import { BLOCK_ARTICLES } from '../../../server/src/modules/articles/search/article-bitmap.ts'
import { termsOf } from '../../../server/src/modules/articles/writing/put-article.ts'
import { sortText } from '../../../server/src/platform/text/search-text.ts'
import type { Session } from '../service.ts'
import { AUDIENCES, type GeneratedArticle, generateArticles } from './articles.ts'

const ROWS_AT_ONCE = 1000

const INSERT_ARTICLES = `
  WITH given AS (
    SELECT * FROM json_to_recordset($2::json) AS given (key integer, slug text, title text, body text, categories text[],
      featured boolean, state text, audience_key integer, sort_title text)
  ), made AS (
    INSERT INTO articles (client_id, key, slug, title, body, language_code, translations, categories, featured, state,
      audience_key, sort_title, created_at, updated_at)
    SELECT $1, key, slug, title, body, 'en-us', '[]', categories, featured, state, audience_key, sort_title,
      timestamptz '2024-01-01' + key * interval '1 minute',
      timestamptz '2024-06-01' + (key::bigint * 7919 % 100003) * interval '1 minute' FROM given
  )
  INSERT INTO article_hits (client_id, key, total_hits) SELECT $1, key, key::bigint * 31 % 5003 FROM given`
const INSERT_POSTINGS = `
  INSERT INTO article_postings (client_id, term, block, bits)
  SELECT $1, term, $2, decode(bits, 'base64') FROM unnest($3::text[], $4::text[]) AS given (term, bits)`

/** Fills a knowledge base in which there are categories and no articles. */
export async function loadArticles(
  client: pg.Client,
  session: Session,
  clientId: string,
  count: number,
): Promise<void> {
  const audienceKeys = await makeAudiences(client, session, clientId)
  let rows: object[] = []
  let postings = new Map<string, Buffer>()
  let key = 0
  const storeRows = async () => {
    await client.query(INSERT_ARTICLES, [clientId, JSON.stringify(rows)])
    rows = []
  }
  const storePostings = async (block: number) => {
    const all = [...postings]
    for (let start = 0; start < all.length; start += ROWS_AT_ONCE) {
      const some = all.slice(start, start + ROWS_AT_ONCE)
      const bits = some.map(([, one]) => one.toString('base64'))
      await client.query(INSERT_POSTINGS, [clientId, block, some.map(([term]) => term), bits])
    }
    postings = new Map()
  }
  for (const article of generateArticles(count)) {
    const row = toRow(article, audienceKeys)
    rows.push({ key, ...row })
    for (const term of termsOf(row)) setBit(postings, term, key % BLOCK_ARTICLES)
    key += 1
    if (rows.length === ROWS_AT_ONCE) await storeRows()
    if (key % BLOCK_ARTICLES === 0) await storePostings(key / BLOCK_ARTICLES - 1)
  }
  await storeRows()
  await storePostings(Math.floor(key / BLOCK_ARTICLES))
}

function toRow({ audience, ...article }: GeneratedArticle, audienceKeys: number[]) {
  return {
    ...article,
    language_code: 'en-us',
    translations: [],
    audience_key: audienceKeys[audience] as number,
    sort_title: sortText(article.title),
  }
}

function setBit(postings: Map<string, Buffer>, term: string, bit: number): void {
  let bits = postings.get(term)
  if (!bits) {
    bits = Buffer.alloc(BLOCK_ARTICLES / 8)
    postings.set(term, bits)
  }
  bits[bit >> 3] = (bits[bit >> 3] as number) | (1 << (bit & 7))
}

/** The service makes each of them with an article, which then goes without taking it along. */
async function makeAudiences(client: pg.Client, session: Session, clientId: string): Promise<number[]> {
  const keys: number[] = []
  for (const audience of AUDIENCES) {
    await session.call('PUT', '/articles/first', { title: 'First', body: '', ...audience })
    const { rows } = await client.query(
      `WITH kept AS (
         UPDATE article_audiences SET digest = digest || '!' WHERE client_id = $1 AND key = (
           SELECT audience_key FROM articles WHERE client_id = $1 AND slug = 'first') RETURNING *
       )
       INSERT INTO article_audiences (client_id, digest, for_employees, for_managers, organization_keys, roles, custom_field_rules)
       SELECT client_id, rtrim(digest, '!'), for_employees, for_managers, organization_keys, roles, custom_field_rules FROM kept
       RETURNING key`,
      [clientId],
    )
    keys.push(rows[0].key)
  }
  await session.call('DELETE', '/articles/first')
  return keys
}
