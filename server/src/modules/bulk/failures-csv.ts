import { Readable } from 'node:stream'
import type { Client } from '#kernel/work.ts'
import { listPersonNames } from '#modules/directory/index.ts'
import { csvLine } from '#platform/csv/write-csv.ts'
import type { Db } from '#platform/db/db.ts'
import { type ActionRef, listExceptions } from './queries.ts'

/** The items that were not changed, with the reasons, as CSV. Names need the permission to read people. */
export function failuresCsv(db: Db, client: Client, ref: ActionRef, { withNames }: { withNames: boolean }): Readable {
  return Readable.from(linesOf(db, client, ref, withNames), { objectMode: false })
}

async function* linesOf(db: Db, client: Client, ref: ActionRef, withNames: boolean): AsyncGenerator<string> {
  yield csvLine(['id', ...(withNames ? ['name'] : []), 'outcome', 'reason', 'message'])
  for await (const rows of listExceptions(db, ref)) {
    const ids = rows.map((row) => row.item)
    const names = withNames ? await listPersonNames(db, client, ids) : new Map<string, string>()
    yield rows
      .map(({ item, outcome, code, message }) =>
        csvLine([item, ...(withNames ? [names.get(item) ?? ''] : []), outcome, code, message]),
      )
      .join('')
  }
}
