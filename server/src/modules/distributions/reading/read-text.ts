import { type Fields, fieldsOf, patternOf } from './pattern.ts'
import { type Fault, type Piece, type SpoolPieces, type StoredPiece, UnusableSpool } from './piece.ts'
import { openSpool, type Spool, storePdf } from './spool.ts'

/** No letter is longer; a part that is, is not set. */
const MAX_PART_CHARACTERS = 2_000_000
/** The number of lines or pieces that are matched in one task. */
const WINDOW = 1000

type TextFormat = { encoding: 'utf-8' | 'windows-1252'; hasFormFeeds: boolean }
type TextPiece = { text: string; isTooLong: boolean; fields: Fields | undefined; readBytes: number }

/** The parts of a text, each set as a PDF of its own. */
export async function* readText(spool: Spool): SpoolPieces {
  const look = await detectFormat(spool)
  const { split_at = look.hasFormFeeds ? 'form_feed' : 'pattern' } = spool.type
  const parts = split_at === 'form_feed' ? piecesAtFormFeeds(spool, look) : piecesAtPattern(spool, look)
  for await (const textPart of parts) {
    const { fields, readBytes } = textPart
    const part: Piece = { file: spool.filename, first_page: null, fields, store: () => storePiece(spool, textPart) }
    yield { part, progress: Math.min(0.99, readBytes / spool.sizeBytes) }
  }
}

async function storePiece(spool: Spool, { text, isTooLong }: TextPiece): Promise<StoredPiece | Fault> {
  const made = isTooLong ? undefined : await spool.pdfSession.setText(text, spool.type.name ?? spool.type.code)
  return made ? storePdf(spool, made) : { reason: 'too_large', message: 'The part is too long for a letter.' }
}

/** Old systems write Windows-1252; what is valid UTF-8 is nothing else. */
async function detectFormat(spool: Spool): Promise<TextFormat> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let encoding: TextFormat['encoding'] = 'utf-8'
  let hasFormFeeds = false
  for await (const bytes of await openSpool(spool)) {
    if (bytes.includes(0)) throw new UnusableSpool('not_a_text', 'The file is not text: it contains NUL characters.')
    hasFormFeeds ||= bytes.includes(FORM_FEED)
    if (encoding === 'utf-8' && !decodes(() => decoder.decode(bytes, { stream: true }))) encoding = 'windows-1252'
  }
  if (encoding === 'utf-8' && !decodes(() => decoder.decode())) encoding = 'windows-1252'
  return { encoding, hasFormFeeds }
}

const FORM_FEED = 12

function decodes(decode: () => string): boolean {
  try {
    decode()
    return true
  } catch {
    return false
  }
}

/** The text cut at a sign, as it is read. A piece that is longer than any part may be is cut off. */
async function* segmentsOf(spool: Spool, { encoding }: TextFormat, sign: string) {
  const decoder = new TextDecoder(encoding)
  let rest = ''
  let readBytes = 0
  for await (const bytes of await openSpool(spool)) {
    readBytes += bytes.byteLength
    const pieces = decoder.decode(bytes, { stream: true }).split(sign)
    pieces[0] = rest + pieces[0]
    rest = (pieces.pop() ?? '').slice(0, MAX_PART_CHARACTERS + 1)
    for (const piece of pieces) yield { piece, readBytes }
  }
  yield { piece: rest + decoder.decode(), readBytes }
}

/** Each piece between form feeds is a part; empty ones are none. */
async function* piecesAtFormFeeds(spool: Spool, look: TextFormat): AsyncGenerator<TextPiece> {
  for await (const window of matched(spool, segmentsOf(spool, look, '\f'))) {
    for (const { piece, fields, readBytes } of window) {
      const isTooLong = piece.length > MAX_PART_CHARACTERS
      if (piece.trim() !== '') yield { text: piece, isTooLong, fields, readBytes }
    }
  }
}

/** A part begins with the line on which the pattern is; form feeds within it begin pages. */
async function* piecesAtPattern(spool: Spool, look: TextFormat): AsyncGenerator<TextPiece> {
  let begun = new OpenPiece(undefined)
  let read = 0
  for await (const window of matched(spool, segmentsOf(spool, look, '\n'))) {
    for (const { piece, fields, readBytes } of window) {
      if (fields) {
        if (!begun.isEmpty) yield begun.end(readBytes)
        begun = new OpenPiece(fields)
      }
      begun.add(piece)
      read = readBytes
    }
  }
  if (!begun.isEmpty) yield begun.end(read)
}

/** A part whose lines are still coming. */
class OpenPiece {
  readonly #fields: Fields | undefined
  readonly #lines: string[] = []
  #characters = 0

  constructor(fields: Fields | undefined) {
    this.#fields = fields
  }

  get isEmpty(): boolean {
    return this.#fields === undefined && this.#lines.every((line) => line.trim() === '')
  }

  add(line: string): void {
    this.#characters += line.length + 1
    if (this.#characters > MAX_PART_CHARACTERS) return
    // A form feed before the first line ended the page before.
    this.#lines.push(this.#lines.length === 0 ? line.replace(/^\f+/, '') : line)
  }

  end(readBytes: number): TextPiece {
    const isTooLong = this.#characters > MAX_PART_CHARACTERS
    return { text: this.#lines.join('\n'), isTooLong, fields: this.#fields, readBytes }
  }
}

type Segment = { piece: string; readBytes: number }

/** Pieces with what the pattern finds in them, so many at a time. */
async function* matched(spool: Spool, pieces: AsyncIterable<Segment>) {
  let window: Segment[] = []
  let characters = 0
  for await (const one of pieces) {
    window.push(one)
    characters += one.piece.length
    if (window.length < WINDOW && characters < MAX_PART_CHARACTERS) continue
    yield await matchAll(spool, window)
    window = []
    characters = 0
  }
  yield await matchAll(spool, window)
}

async function matchAll({ pdfSession, type }: Spool, window: Segment[]) {
  // A form feed ends a page and begins a line.
  const texts = window.map(({ piece }) => piece.replace(/^\f+/, ''))
  const matches = await pdfSession.match(patternOf(type), texts)
  return window.map((one, index) => ({ ...one, fields: fieldsOf(matches[index]) }))
}
