import assert from 'node:assert/strict'
import { listPublic } from '../../server/src/modules/articles/reading/list-public.ts'
import { wordsOf } from '../../server/src/modules/articles/search/terms.ts'
import type { PublicListQuery } from '../../server/src/modules/articles/writing/schemas.ts'
import type { Bench } from '../harness/bench.ts'
import { commonWords, EMPLOYEE, generateArticles, KNOWLEDGE, MANAGER, rareWords } from '../harness/content/articles.ts'
import { countArticles } from '../harness/content/check-articles.ts'
import { explainList } from '../harness/explain.ts'
import type { Findings } from '../report/findings.ts'
import { reportTimes, type TimedCall, timeCall } from './list-times.ts'

type Call = { name: string; query: Record<string, string>; table?: string; smallPage?: string }

const [broad = '', second = ''] = commonWords
/** One that a few articles have, of which one is among the first. */
const [rare = ''] = [...generateArticles(1)].flatMap(({ body }) =>
  wordsOf(body).filter((one) => rareWords.includes(one)),
)
const reader = { employee_technical_id: EMPLOYEE }
/** On little the last page but one stands for one that is far away. */
const far = { page: '500', smallPage: '49' }

const LISTS: Call[] = [
  { name: 'all', query: {} },
  { name: 'category', query: { category_code: 'category-7' } },
  { name: 'featured', query: { featured: 'true' } },
  { name: 'not featured', query: { featured: 'false' } },
  { name: 'drafts', query: { state: 'draft' } },
  { name: 'for employees', query: { accessible_by: 'employees' } },
  { name: 'for managers', query: { accessible_by: 'managers' } },
  { name: 'one employee', query: reader },
  { name: 'one manager', query: { manager_technical_id: MANAGER } },
  { name: 'one employee, category, featured', query: { ...reader, category_code: 'category-7', featured: 'true' } },
  { name: 'by title', query: { order_by: 'title' }, table: 'articles' },
  { name: 'by -updated_at', query: { order_by: '-updated_at' }, table: 'articles' },
  { name: 'by -total_hits', query: { order_by: '-total_hits' }, table: 'article_hits' },
  { name: 'category by title', query: { category_code: 'category-7', order_by: 'title' }, table: 'articles' },
  { name: 'one employee by -total_hits', query: { ...reader, order_by: '-total_hits' }, table: 'article_hits' },
  { name: 'page 500', query: { page: far.page }, smallPage: far.smallPage },
  {
    name: 'page 500 by title',
    query: { order_by: 'title', page: far.page },
    table: 'articles',
    smallPage: far.smallPage,
  },
  {
    name: 'page 500 of employees',
    query: { accessible_by: 'employees', page: far.page },
    smallPage: '35',
  },
]

const SEARCHES: Call[] = [
  { name: 'rare word', query: { query: rare } },
  { name: 'word in 18 %', query: { query: broad } },
  { name: 'word in 18 %, page 500', query: { query: broad, page: far.page }, smallPage: '9' },
  { name: 'word in 18 %, by title', query: { query: broad, order_by: 'title' }, table: 'articles' },
  { name: 'one letter', query: { query: broad.slice(0, 1) } },
  { name: 'two letters', query: { query: broad.slice(0, 2) } },
  { name: 'three letters', query: { query: broad.slice(0, 3) } },
  { name: 'four letters', query: { query: broad.slice(0, 4) } },
  { name: 'two words', query: { query: `${broad} ${second}` } },
  { name: 'word and two letters', query: { query: `${broad} ${second.slice(0, 2)}` } },
  { name: 'no match', query: { query: 'zzyzx' } },
  { name: 'word in 18 %, category', query: { query: broad, category_code: 'category-7' } },
]

const CALLS: Call[] = [
  ...LISTS,
  ...SEARCHES.map((one) => ({ ...one, name: `query ${one.name}` })),
  ...SEARCHES.filter(({ smallPage }) => !smallPage).map((one) => ({
    ...one,
    name: `one employee, query ${one.name}`,
    query: { ...one.query, ...reader },
  })),
]

/** Lists and searches of articles on much against the same calls on little. */
export async function measureArticles(bench: Bench): Promise<Findings> {
  const { service, database, options } = bench
  const large = service.withKey(KNOWLEDGE.large)
  const small = service.withKey(KNOWLEDGE.small)
  const { headers } = await large.call('GET', `/articles/?${new URLSearchParams({ query: `${broad} ${second}` })}`)
  assert.equal(Number(headers.get('x-total-count')), countArticles(options.articles, [broad, second]))
  const company = { id: KNOWLEDGE.large, languages: [] }
  const calls: TimedCall[] = []
  for (const { name, query, table = 'article_postings', smallPage } of CALLS) {
    const smallQuery = smallPage ? { ...query, page: smallPage } : query
    const asked = {
      ...query,
      page: Number(query.page ?? 1),
      ...('featured' in query ? { featured: query.featured === 'true' } : {}),
    }
    calls.push({
      name,
      small: await timeCall(bench, small, `/articles/?${new URLSearchParams(smallQuery)}`),
      large: await timeCall(bench, large, `/articles/?${new URLSearchParams(query)}`),
      plan: await explainList(database.connection, table, (db) => listPublic(db, company, asked as PublicListQuery)),
    })
  }
  return reportTimes(calls)
}
