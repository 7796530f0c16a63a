import { Readable } from 'node:stream'
import type { Client } from '#kernel/work.ts'
import { type DatasetRow, findDataset } from '#modules/datasets/definitions/queries.ts'
import { csvLine } from '#platform/csv/write-csv.ts'
import type { Db } from '#platform/db/db.ts'
import { notFound } from '#platform/problem.ts'
import { type ListedValue, listValues } from './list-values-query.ts'
import { listUsedLanguages } from './queries.ts'

/** The size of a batch, which bounds the memory for a data set of any size. */
const BATCH_SIZE = 2000

/** The whole content of a data set as a CSV file that can be imported again: a row for each value, parents first. */
export async function exportValues(db: Db, client: Client, id: string): Promise<Readable> {
  const dataset = await findDataset(db, client, id)
  if (!dataset) throw notFound('data set', id)
  return Readable.from(lines(db, client, dataset), { objectMode: false })
}

async function* lines(db: Db, client: Client, dataset: DatasetRow): AsyncGenerator<string> {
  const { dimensions } = dataset
  const languages = await languagesOf(db, client, dataset)
  // Spreadsheets take a file without a byte order mark for one of another alphabet.
  yield `\uFEFF${csvLine(dimensions.flatMap(({ id }) => [id, ...languages.map((language) => `${id}.${language}`)]))}`
  for (const level of dimensions.keys()) {
    for await (const rows of batches(db, client, dataset, level + 1)) {
      yield rows.map((row) => csvLine(cellsOf(row, dimensions.length, languages))).join('')
    }
  }
}

/** Those of the client, so that translators find a column for each, and any other that is in use. */
async function languagesOf(db: Db, { id, languages }: Client, { key }: DatasetRow): Promise<string[]> {
  const used = await listUsedLanguages(db, { client_id: id, dataset_key: key })
  return [...new Set([...languages, ...used.map(({ language }) => language)])]
}

/** The values of one level in the order of their codes. */
async function* batches(db: Db, client: Client, { key }: DatasetRow, level: number): AsyncGenerator<ListedValue[]> {
  const filters = { datasetKey: key, count: 0, levels: [level], parentKey: undefined, q: undefined }
  const order = { column: 'code', descending: false } as const
  for (let after: string[] | undefined; ; ) {
    const rows = await listValues(db, client, filters, { order, after, reversed: false, limit: BATCH_SIZE })
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_SIZE) return
    after = [last.code, last.key]
  }
}

/** A row has the codes of its whole path, and the names of the value that it defines. */
function cellsOf({ path, level, localized_names }: ListedValue, levels: number, languages: string[]): string[] {
  const codes = path.split('.')
  return Array.from({ length: levels }, (_, index) => {
    const isOwn = index === level - 1
    return [codes[index] ?? '', ...languages.map((one) => (isOwn ? (localized_names[one] ?? '') : ''))]
  }).flat()
}
