import { readZip, type ZipEntry } from '#platform/zip/read-zip.ts'
import { type Fields, fieldsOf, patternOf } from './pattern.ts'
import type { Piece, SpoolPieces } from './piece.ts'
import type { Spool } from './spool.ts'
import { countFiles, filesOf, storeEntry, zipLimits, zipSource } from './zip-spool.ts'

/** The number of names that are matched in one task. */
const WINDOW = 500

/** The parts of a ZIP whose names tell whose they are. */
export async function* readZipNames(spool: Spool): SpoolPieces {
  const files = await countFiles(spool)
  let done = 0
  for await (const entries of windowsOf(filesOf(readZip(zipSource(spool), zipLimits(spool))))) {
    const fields = await fieldsOfNames(spool, entries)
    for (const [index, entry] of entries.entries()) {
      done += 1
      yield { part: pieceOf(spool, entry, fields[index]), progress: done / files }
    }
  }
}

function pieceOf(spool: Spool, entry: ZipEntry, fields: Fields | undefined): Piece {
  return { file: entry.name, first_page: null, fields, store: () => storeEntry(spool, entry) }
}

/** The whole path says it, or else the last part of it. */
async function fieldsOfNames({ pdfSession, type }: Spool, entries: ZipEntry[]): Promise<(Fields | undefined)[]> {
  const pattern = patternOf(type)
  const paths = entries.map((one) => one.name)
  const names = paths.map((one) => one.slice(one.lastIndexOf('/') + 1))
  const [ofPaths, ofNames] = await Promise.all([pdfSession.match(pattern, paths), pdfSession.match(pattern, names)])
  return entries.map((_, index) => fieldsOf(ofPaths[index] ?? ofNames[index]))
}

async function* windowsOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<ZipEntry[]> {
  let window: ZipEntry[] = []
  for await (const entry of entries) {
    window.push(entry)
    if (window.length < WINDOW) continue
    yield window
    window = []
  }
  if (window.length > 0) yield window
}
