import { CsvFile } from '#platform/csv/csv-file.ts'
import { type CsvRow, UnreadableCsv } from '#platform/csv/csv-reader.ts'
import { DamagedEntry, readZip, type ZipEntry } from '#platform/zip/read-zip.ts'
import { type Fields, fieldsOf } from './pattern.ts'
import { MAX_PIECES, type Piece, type SpoolPieces, UnusableSpool } from './piece.ts'
import type { Spool } from './spool.ts'
import { countFiles, filesOf, storeEntry, zipLimits, zipSource } from './zip-spool.ts'

const INDEX = 'index.csv'
/** A row is a few hundred bytes. */
const MAX_INDEX_BYTES = 64 * 1024 * 1024

/** The parts of a ZIP with an index that tells whose they are; what the index does not name comes last. */
export async function* readZipIndex(spool: Spool): SpoolPieces {
  const total = await countFiles(spool)
  const unnamed = new Set<ZipEntry>()
  for await (const entry of filesOf(readZip(zipSource(spool), zipLimits(spool)))) unnamed.add(entry)
  const index = indexAmong([...unnamed], spool.type.index ?? INDEX)
  unnamed.delete(index)
  // Of files of one name, the first is meant.
  const files = new Map(Array.from(unnamed, (entry) => [entry.name, entry] as const).reverse())
  const folder = index.name.slice(0, index.name.lastIndexOf('/') + 1)
  let done = 0
  for await (const { file, fields } of readIndex(index)) {
    const entry = files.get(folder + file) ?? files.get(file)
    if (entry) unnamed.delete(entry)
    done += 1
    yield { part: pieceOf(spool, entry, entry?.name ?? file, fields), progress: Math.min(0.99, done / total) }
  }
  for (const entry of unnamed) yield { part: pieceOf(spool, entry, entry.name, undefined), progress: 0.99 }
}

function pieceOf(spool: Spool, entry: ZipEntry | undefined, file: string, fields: Fields | undefined): Piece {
  const missing = { reason: 'file_missing', message: 'The index lists this file, but the ZIP does not contain it.' }
  return { file, first_page: null, fields, store: async () => (entry ? storeEntry(spool, entry) : missing) }
}

function indexAmong(files: readonly ZipEntry[], wanted: string): ZipEntry {
  const isIndex = (name: string) => name.slice(name.lastIndexOf('/') + 1).toLowerCase() === wanted.toLowerCase()
  const [first] = files.filter(({ name }) => isIndex(name)).sort((one, other) => one.name.length - other.name.length)
  if (!first) throw new UnusableSpool('index_missing', `Index ${wanted} not found in the ZIP.`)
  if (first.fault || first.sizeBytes > MAX_INDEX_BYTES) {
    throw new UnusableSpool('index_unreadable', `The index ${first.name} cannot be read.`)
  }
  return first
}

type IndexRow = { file: string; fields: Fields }

async function* readIndex(entry: ZipEntry): AsyncGenerator<IndexRow> {
  try {
    yield* rowsBelowHeader(rowsOf(entry))
  } catch (error) {
    if (error instanceof UnreadableCsv) throw unreadable(`Line ${error.problem.line} of the index: ${error.message}`)
    if (error instanceof DamagedEntry) throw unreadable('The index is damaged in the ZIP.')
    throw error
  }
}

async function* rowsBelowHeader(csv: AsyncIterable<CsvRow>): AsyncGenerator<IndexRow> {
  let header: string[] | undefined
  let rows = 0
  for await (const { cells, line } of csv) {
    if (!header) {
      header = readHeader(cells)
      continue
    }
    rows += 1
    if (rows > MAX_PIECES) throw unreadable(`The index has more than ${MAX_PIECES.toLocaleString('en')} rows.`)
    const row = readRow(header, cells)
    if (row.file === '') throw unreadable(`Line ${line} of the index is missing the file name.`)
    yield row
  }
  if (!header) throw unreadable('The index is empty.')
}

function readHeader(cells: readonly string[]): string[] {
  const header = cells.map((cell) => cell.trim().toLowerCase())
  if (!header.includes('file')) throw unreadable('Column file not found in the index.')
  return header
}

async function* rowsOf(entry: ZipEntry): AsyncGenerator<CsvRow> {
  const csv = new CsvFile()
  for await (const piece of await entry.open()) yield* filled(csv.read(piece))
  yield* filled(csv.read(undefined))
}

function* filled(rows: Iterable<CsvRow>): Generator<CsvRow> {
  for (const row of rows) if (row.cells.some((cell) => cell.trim() !== '')) yield row
}

function readRow(header: readonly string[], cells: readonly string[]): IndexRow {
  const { file = '', ...fields } = fieldsOf(Object.fromEntries(header.map((name, at) => [name, cells[at] ?? '']))) ?? {}
  return { file: file.replaceAll('\\', '/').replace(/^\.\//, ''), fields }
}

function unreadable(message: string): UnusableSpool {
  return new UnusableSpool('index_unreadable', message)
}
