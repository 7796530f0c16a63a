import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { addBlock, keysDescending, wordsFor } from '#modules/articles/search/article-bitmap.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, unique } from '#test/harness/builders.ts'
import { articleCalls } from '#test/harness/features/articles.ts'
import { eventsOf } from '#test/harness/features/directory/builders.ts'
import { putArticle, termsOf } from './put-article.ts'

const service = await startApp()
const { v2, db, doWork } = service
const { at, put, anArticle, aCategory, search } = articleCalls(service)

/** What postings hold, and what they should, from the articles themselves. */
async function postings() {
  const rows = await db.selectFrom('article_postings').selectAll().where('client_id', '=', 'acme').execute()
  const articles = await db.selectFrom('articles').selectAll().where('client_id', '=', 'acme').execute()
  const wanted = articles.flatMap((one) => [...termsOf(one as never)].map((term) => `${term} ${one.key}`))
  const held = rows.flatMap(({ term, block, bits }) => {
    const set = new Uint32Array(wordsFor(block + 1))
    addBlock(set, block, bits.toString('hex'))
    return keysDescending(set).map((key) => `${term} ${key}`)
  })
  return { held: held.sort(), wanted: wanted.sort() }
}

describe('articles that are written at the same time', () => {
  test('are all there, and totals and postings are exact', async () => {
    const categories = [await aCategory(), await aCategory()]
    const pool = Array.from({ length: 12 }, () => unique('article'))
    let turn = 0
    const statuses: number[] = []
    const writer = async () => {
      for (let step = 0; step < 12; step += 1) {
        turn += 1
        const slug = pool[(turn * 7) % pool.length] as string
        const body = {
          title: `Title ${turn % 3}`,
          body: `<p>word${turn % 5} common</p>`,
          featured: turn % 2 === 0,
          state: turn % 3 ? 'published' : 'draft',
          categories: [categories[turn % 2]],
          accessible_by: turn % 4 ? ['employees', 'managers'] : ['managers'],
        }
        const answer = turn % 5 === 0 ? await v2('DELETE', at(slug)) : await put(slug, body)
        statuses.push(answer.statusCode)
      }
    }

    await Promise.all(Array.from({ length: 6 }, writer))

    assert.deepEqual(
      statuses.filter((one) => ![200, 201, 204, 404].includes(one)),
      [],
    )
    const { held, wanted } = await postings()
    assert.deepEqual(held, wanted)
    const { rows } = await sql<{ count: string }>`SELECT count(*) FROM articles WHERE client_id = 'acme'`.execute(db)
    assert.equal((await search()).headers['x-total-count'], rows[0]?.count)
    const audiences = await sql<{ lost: string }>`SELECT count(*) AS lost FROM article_audiences
      WHERE key NOT IN (SELECT audience_key FROM articles)`.execute(db)
    assert.equal(audiences.rows[0]?.lost, '0')
  })

  test('under one slug are one article, created once', async () => {
    const slug = unique('article')

    const answers = await Promise.all(Array.from({ length: 8 }, () => put(slug, { title: 'Same', body: 'x' })))

    assert.deepEqual(answers.map((one) => one.statusCode).toSorted(), [...Array(7).fill(200), 201])
    assert.deepEqual(await eventsOf(db, slug), ['article.created'])
  })

  test('and a change that fails later leaves neither article nor posting nor event', async () => {
    const slug = unique('article')
    const text = `w${unique('').slice(1)}`

    const failing = doWork(acme, async (work) => {
      await putArticle(work, slug, { title: text, body: text, state: 'published' })
      throw new Error('later')
    })

    await assert.rejects(failing, { message: 'later' })
    assert.equal((await search({ query: text })).headers['x-total-count'], '0')
    assert.equal((await v2('GET', at(slug))).statusCode, 404)
    assert.deepEqual(await eventsOf(db, slug), [])
  })

  test('come in the order of their times, also when the clock goes back', async () => {
    const category = await aCategory()
    const first = await anArticle({ categories: [category] })
    service.clock.advance(-3600)
    const second = await anArticle({ categories: [category] })
    service.clock.advance(3600)

    const listed = (await search({ category_code: category })).json()

    assert.deepEqual(
      listed.map((one: { slug: string }) => one.slug),
      [second, first],
    )
    assert.ok(listed[0].created_at >= listed[1].created_at)
  })
})
