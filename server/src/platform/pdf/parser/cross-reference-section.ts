import { UnreadablePdf } from '#platform/pdf/unreadable-pdf.ts'
import type { PdfFile } from './pdf-file.ts'
import { isCount, type PdfDictionary } from './pdf-values.ts'
import { readObject, readValuesAt } from './read-object.ts'
import { readStream } from './read-stream.ts'

/** Where an object is: at a position of the file, within an object stream, or nowhere because it was deleted. */
export type Entry = { at: number } | { stream: number; index: number } | 'deleted'

/** What one version of the file says about the objects that it added or changed. */
export type Section = { trailer: PdfDictionary; find(object: number): Promise<Entry | undefined> }

/** Objects that follow each other, and where the first of them is described. */
type Run = { first: number; count: number; at: number }

const ENTRY_BYTES = 20
const RUN_HEAD_BYTES = 64
/** Some thousand runs are more than any file has, and each is a look into the file. */
const RUN_WORK_BYTES = 512

/** Reads the section that begins at a position, in whichever of its two forms. */
export async function readSection(file: PdfFile, at: number): Promise<Section> {
  const [begin = ''] = /^\s*xref\b/.exec(await textAt(file, at, RUN_HEAD_BYTES)) ?? []
  return begin === '' ? readStreamSection(file, at) : readTableSection(file, at + begin.length)
}

/** The entries of a table have one length: only those that are asked for are read. */
async function readTableSection(file: PdfFile, from: number): Promise<Section> {
  const { runs, trailerAt } = await readRuns(file, from)
  const { values } = await readValuesAt(file, trailerAt)
  const [trailer] = values
  if (!(trailer instanceof Map)) throw new UnreadablePdf()
  return {
    trailer,
    async find(object) {
      const at = placeOf(object, runs, ENTRY_BYTES)
      if (at === undefined) return undefined
      const [, position, kind] = /^(\d{10}) \d{5} ([nf])/.exec(await textAt(file, at, ENTRY_BYTES)) ?? []
      if (!kind) throw new UnreadablePdf()
      return kind === 'n' ? { at: Number(position) } : 'deleted'
    },
  }
}

async function readRuns(file: PdfFile, from: number): Promise<{ runs: Run[]; trailerAt: number }> {
  const runs: Run[] = []
  for (let at = from; ; ) {
    file.spend(RUN_WORK_BYTES)
    const text = await textAt(file, at, RUN_HEAD_BYTES)
    const [end] = /^\s*trailer/.exec(text) ?? []
    if (end) return { runs, trailerAt: at + end.length }
    const [head, first, count] = /^\s*(\d{1,10})\s+(\d{1,10})\s+/.exec(text) ?? []
    if (!head) throw new UnreadablePdf()
    const run = { first: Number(first), count: Number(count), at: at + head.length }
    runs.push(run)
    at = run.at + run.count * ENTRY_BYTES
  }
}

async function readStreamSection(file: PdfFile, from: number): Promise<Section> {
  const object = await readObject(file, from)
  const trailer = object.value
  if (!(trailer instanceof Map) || trailer.get('Type') !== 'XRef') throw new UnreadablePdf()
  const bytes = await readStream(file, object, trailer.get('Length'))
  const widths = countsIn(trailer, 'W')
  const [kindWidth = 0, secondWidth = 0, thirdWidth = 0] = widths
  const entryBytes = widths.reduce((sum, width) => sum + width, 0)
  const runs = runsOf(trailer, entryBytes)
  return {
    trailer,
    async find(object) {
      const at = placeOf(object, runs, entryBytes)
      if (at === undefined || at + entryBytes > bytes.length) return undefined
      const kind = kindWidth === 0 ? 1 : numberAt(bytes, at, kindWidth)
      const second = numberAt(bytes, at + kindWidth, secondWidth)
      if (kind === 1) return { at: second }
      return kind === 2
        ? { stream: second, index: numberAt(bytes, at + kindWidth + secondWidth, thirdWidth) }
        : 'deleted'
    },
  }
}

function runsOf(trailer: PdfDictionary, entryBytes: number): Run[] {
  const pairs = trailer.has('Index') ? countsIn(trailer, 'Index') : [0, sizeOf(trailer)]
  const runs: Run[] = []
  let at = 0
  for (let pair = 0; pair + 1 < pairs.length; pair += 2) {
    const first = pairs[pair] ?? 0
    const count = pairs[pair + 1] ?? 0
    runs.push({ first, count, at })
    at += count * entryBytes
  }
  return runs
}

function sizeOf(trailer: PdfDictionary): number {
  const size = trailer.get('Size')
  if (!isCount(size)) throw new UnreadablePdf()
  return size
}

function countsIn(dictionary: PdfDictionary, name: string): number[] {
  const values = dictionary.get(name)
  if (!Array.isArray(values) || !values.every(isCount)) throw new UnreadablePdf()
  return values
}

function placeOf(object: number, runs: Run[], entryBytes: number): number | undefined {
  const run = runs.find(({ first, count }) => first <= object && object < first + count)
  return run && run.at + (object - run.first) * entryBytes
}

function numberAt(bytes: Buffer, at: number, width: number): number {
  let number = 0
  for (let position = at; position < at + width; position += 1) number = number * 256 + (bytes[position] ?? 0)
  return number
}

async function textAt(file: PdfFile, at: number, sizeBytes: number): Promise<string> {
  return (await file.read(at, sizeBytes)).toString('latin1')
}
