import type { Client } from '#kernel/work.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { type ArticleBitmap, addBlock, BLOCK_ARTICLES } from './article-bitmap.ts'
import type { BitmapPool } from './bitmap-pool.ts'
import { TERM } from './terms.ts'

/** Articles that have one of several terms; the last of a pair bounds a range of terms. */
export type Terms = (string | [first: string, last: string])[]

type Found = { part: number; block: number; bits: string }

const read = statement<Found, { client_id: string; parts: number[]; firsts: string[]; lasts: string[] }>(`
  SELECT wanted.part, posting.block, encode(posting.bits, 'hex') AS bits
  FROM unnest($parts::integer[], $firsts::text[], $lasts::text[]) AS wanted (part, first, last)
  CROSS JOIN LATERAL (
    SELECT block, bits FROM article_postings
    WHERE client_id = $client_id AND term BETWEEN wanted.first AND wanted.last OFFSET 0
  ) AS posting`)

/** All articles of a client, and those that each of these stands for. */
export async function readBitmaps(
  db: Db,
  client: Client,
  parts: readonly Terms[],
  bitmaps: BitmapPool,
): Promise<{ all: ArticleBitmap; sets: ArticleBitmap[] }> {
  const wanted = [[TERM.all], ...parts].flatMap((terms, part) =>
    terms.map((one) => ({ part, range: typeof one === 'string' ? ([one, one] as const) : one })),
  )
  const rows = await read(db, {
    client_id: client.id,
    parts: wanted.map(({ part }) => part),
    firsts: wanted.map(({ range }) => range[0]),
    lasts: wanted.map(({ range }) => range[1]),
  })
  const blocks = rows.reduce((most, { part, block }) => (part === 0 ? Math.max(most, block + 1) : most), 0)
  const [all, ...sets] = [undefined, ...parts].map(() => bitmaps.empty(blocks)) as [ArticleBitmap, ...ArticleBitmap[]]
  for (const { part, block, bits } of rows) addBlock(part === 0 ? all : (sets[part - 1] as ArticleBitmap), block, bits)
  return { all, sets }
}

const EMPTY_BLOCK = `decode(repeat('00', ${BLOCK_ARTICLES / 8}), 'hex')`
type BitPosition = { client_id: string; terms: string[]; block: number; bit: number }

const addToKnown = statement<{ term: string }, BitPosition>(`
  UPDATE article_postings SET bits = set_bit(bits, $bit::integer, 1)
  WHERE client_id = $client_id AND term = ANY ($terms) AND block = $block RETURNING term`)
const add = statement<never, BitPosition>(`
  INSERT INTO article_postings (client_id, term, block, bits)
  SELECT $client_id::text, term, $block::integer, set_bit(${EMPTY_BLOCK}, $bit::integer, 1) FROM unnest($terms::text[]) AS term`)
const take = statement<never, BitPosition>(`
  UPDATE article_postings SET bits = set_bit(bits, $bit::integer, 0)
  WHERE client_id = $client_id AND term = ANY ($terms) AND block = $block`)
const tidy = statement<never, { client_id: string; terms: string[]; block: number }>(`
  DELETE FROM article_postings WHERE client_id = $client_id AND term = ANY ($terms) AND block = $block AND bits = ${EMPTY_BLOCK}`)

type PostingChange = { key: number; before: ReadonlySet<string>; after: ReadonlySet<string> }

/** Stores that an article has other terms than before. */
export async function changePostings(tx: Tx, client: Client, { key, before, after }: PostingChange): Promise<void> {
  const block = Math.floor(key / BLOCK_ARTICLES)
  const bit = key % BLOCK_ARTICLES
  const lost = [...before].filter((one) => !after.has(one))
  const won = [...after].filter((one) => !before.has(one))
  if (lost.length > 0) {
    await take(tx, { client_id: client.id, terms: lost, block, bit })
    await tidy(tx, { client_id: client.id, terms: lost, block })
  }
  if (won.length === 0) return
  // Nobody else adds any: the knowledge base is locked.
  const known = new Set((await addToKnown(tx, { client_id: client.id, terms: won, block, bit })).map((row) => row.term))
  const fresh = won.filter((one) => !known.has(one))
  if (fresh.length > 0) await add(tx, { client_id: client.id, terms: fresh, block, bit })
}

const look = statement<{ found: boolean }, { client_id: string; term: string }>(`
  SELECT EXISTS (SELECT FROM article_postings WHERE client_id = $client_id AND term = $term) AS found`)

/** Whether any article has a term. */
export async function hasArticles(db: Db, client: Client, term: string): Promise<boolean> {
  return (await look(db, { client_id: client.id, term }))[0]?.found ?? false
}
