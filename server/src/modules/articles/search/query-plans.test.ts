import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { listPublic } from '#modules/articles/reading/list-public.ts'
import { listArticles } from '#modules/articles/writing/list-articles.ts'
import { type Db, openDatabase } from '#platform/db/db.ts'
import { startApp } from '#test/harness/app.ts'
import { acme } from '#test/harness/builders.ts'
import { vacuum } from '#test/harness/database/vacuum.ts'
import { articleCalls } from '#test/harness/features/articles.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'

const service = await startApp()
const { anArticle, aCategory } = articleCalls(service)

const ARTICLES = 20_000
/** What a page may look at: a few postings, the articles of the page, a short walk along an order. */
const MAX_ROWS_READ = 2600

const category = await aCategory()
const place = await anOrganization(service)
const employee = await anEmployee(service, { organizations: [place] })
await anArticle({ title: 'first', body: '<p>everywhere</p>', categories: [category], organizations: [place] })

/** Copies of the one article, with the same bits for all of them; every seventh has the category and a word more. */
async function fill(db: Db): Promise<void> {
  const everySeventh = Buffer.alloc(2048)
  for (let bit = 0; bit < 16_384; bit += 7)
    everySeventh[bit >> 3] = (everySeventh[bit >> 3] as number) | (1 << (bit & 7))
  await sql`
    INSERT INTO articles SELECT client_id, number, 'copy-' || number, title, repeat(body, 100), language_code, translations,
      categories, featured, state, audience_key, 'title ' || number * 37 % 1000, created_at + number * interval '1 minute',
      updated_at + number * 7919 % 10007 * interval '1 minute'
    FROM articles, generate_series(1, ${ARTICLES}::integer) AS number WHERE slug = 'first' OR key = 0`.execute(db)
  await sql`
    INSERT INTO article_hits SELECT 'acme', number, number % 100 FROM generate_series(1, ${ARTICLES}::integer) AS number
    `.execute(db)
  await sql`UPDATE article_postings SET bits = decode(repeat('ff', 2048), 'hex')`.execute(db)
  await sql`UPDATE article_postings SET bits = ${everySeventh} WHERE term LIKE 'category:%' OR term LIKE '_:first'`.execute(
    db,
  )
  await sql`
    INSERT INTO article_postings SELECT client_id, term, 1, set_bit(bits, 16383, 0) FROM article_postings`.execute(db)
  await sql`
    INSERT INTO article_postings SELECT 'acme', 'w:noise' || number, 0, ${everySeventh}
    FROM generate_series(1, 5000) AS number`.execute(db)
  await vacuum(db, 'articles', 'article_hits', 'article_postings')
}

const { db: own, close } = openDatabase(service.connection, { poolSize: 1 })
service.beforeClose(close)
await fill(own)

async function readSoFar() {
  await sql`SELECT pg_stat_force_next_flush()`.execute(own)
  const { rows } = await sql<{ scans: number; rows: number }>`
    SELECT sum(seq_scan)::int AS scans, sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows
    FROM pg_stat_user_tables WHERE relname IN ('articles', 'article_hits', 'article_postings')`.execute(own)
  return rows[0] as { scans: number; rows: number }
}

/** No list reads a whole table, on its first call and when PostgreSQL has settled on a plan. */
async function readsLittle(list: () => Promise<unknown>): Promise<void> {
  for (let call = 0; call < 7; call += 1) {
    const before = await readSoFar()
    await list()
    const after = await readSoFar()
    assert.equal(after.scans, before.scans, 'a table was read from its beginning to its end')
    assert.ok(after.rows - before.rows <= MAX_ROWS_READ, `${after.rows - before.rows} rows were read`)
  }
}

describe(`among ${ARTICLES} articles`, () => {
  const asked: Parameters<typeof listPublic>[2][] = [
    {},
    { category_code: category },
    { featured: false, state: 'published' },
    { employee_technical_id: employee },
    { accessible_by: 'managers', page: 500 },
    { query: 'everywhere' },
    { query: 'ev', employee_technical_id: employee },
    { query: 'noise1', page: 3 },
    { query: 'everywhere first', category_code: category },
    { order_by: 'title' },
    { order_by: '-updated_at', category_code: category },
    { order_by: 'total_hits', employee_technical_id: employee },
    { order_by: 'title', query: 'first', page: 100 },
  ]
  for (const query of asked) {
    test(`${JSON.stringify(query)} reads little`, async () => {
      const { total } = await listPublic(own, acme.client, query)

      assert.ok(total > 2000)
      await readsLittle(() => listPublic(own, acme.client, query))
    })
  }

  for (const query of [{}, { q: 'first' }, { category, sort: 'title' as const }, { state: 'published' as const }]) {
    test(`group A, ${JSON.stringify(query)} reads little`, () =>
      readsLittle(() => listArticles(own, acme.client, query, {})))
  }
})
