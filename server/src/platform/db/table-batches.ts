import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import type { Tx } from './db.ts'
import { statement } from './statement.ts'

/** Rows whose `ctid` is at least `from` and less than `to`; `share` of the table has been passed with them. */
export type TableBatch = { from: string; to: string; share: number }

const countPages = statement<{ pages: number }, { table: string }>(`${CUSTOM_PLAN}
  SELECT (pg_relation_size($table::regclass) / current_setting('block_size')::integer)::integer AS pages`)

/** Walks through a temporary table, which no other session can change, so many pages at a time, without ever sorting it. */
export async function* tableBatches(tx: Tx, table: string, pagesAtOnce: number): AsyncGenerator<TableBatch> {
  const pages = (await countPages(tx, { table }))[0]?.pages ?? 0
  for (let page = 0; page < pages; page += pagesAtOnce) {
    const end = page + pagesAtOnce
    yield { from: `(${page},0)`, to: `(${end},0)`, share: Math.min(1, end / pages) }
  }
}
