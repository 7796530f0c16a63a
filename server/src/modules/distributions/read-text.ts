import { type Fault, type Part, type Parts, type StoredPart, UnusableSpool } from './part.ts'
import { type Fields, fieldsOf, patternOf } from './pattern.ts'
import { openSpool, type Spool, storeMade } from './spool.ts'

/** No letter is longer; a part that is, is not set. */
const MOST_PART_CHARACTERS = 2_000_000
/** So many lines or parts are looked at together. */
const WINDOW = 1000

type Look = { encoding: 'utf-8' | 'windows-1252'; hasFormFeeds: boolean }
type TextPart = { text: string; fields: Fields | undefined; readBytes: number }

/** The parts of a text, each set as a PDF of its own. */
export async function* readText(spool: Spool): Parts {
  const look = await lookAt(spool)
  const { split_at = look.hasFormFeeds ? 'form_feed' : 'pattern' } = spool.type
  const parts = split_at === 'form_feed' ? partsAtFormFeeds(spool, look) : partsAtPattern(spool, look)
  for await (const { text, fields, readBytes } of parts) {
    const part: Part = { file: spool.filename, first_page: null, fields, store: () => setPart(spool, text) }
    yield { part, progress: Math.min(0.99, readBytes / spool.sizeBytes) }
  }
}

async function setPart(spool: Spool, text: string): Promise<StoredPart | Fault> {
  const isShort = text.length <= MOST_PART_CHARACTERS
  const made = isShort ? await spool.press.setText(text, spool.type.name ?? spool.type.code) : undefined
  return made ? storeMade(spool, made) : { reason: 'too_large', message: 'The part is too long for a letter.' }
}

/** Old systems write Windows-1252; what is valid UTF-8 is nothing else. */
async function lookAt(spool: Spool): Promise<Look> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let encoding: Look['encoding'] = 'utf-8'
  let hasFormFeeds = false
  for await (const bytes of await openSpool(spool)) {
    if (bytes.includes(0)) throw new UnusableSpool('not_a_text', 'The file is no text: it holds NUL characters.')
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
async function* piecesOf(spool: Spool, { encoding }: Look, sign: string) {
  const decoder = new TextDecoder(encoding)
  let rest = ''
  let readBytes = 0
  for await (const bytes of await openSpool(spool)) {
    readBytes += bytes.byteLength
    const pieces = decoder.decode(bytes, { stream: true }).split(sign)
    pieces[0] = rest + pieces[0]
    rest = (pieces.pop() ?? '').slice(0, MOST_PART_CHARACTERS + 1)
    for (const piece of pieces) yield { piece, readBytes }
  }
  yield { piece: rest + decoder.decode(), readBytes }
}

/** Each piece between form feeds is a part; empty ones are none. */
async function* partsAtFormFeeds(spool: Spool, look: Look): AsyncGenerator<TextPart> {
  for await (const window of matched(spool, piecesOf(spool, look, '\f'))) {
    for (const { piece, fields, readBytes } of window) {
      if (piece.trim() !== '') yield { text: piece, fields, readBytes }
    }
  }
}

/** A part begins with the line on which the pattern is; form feeds within it begin pages. */
async function* partsAtPattern(spool: Spool, look: Look): AsyncGenerator<TextPart> {
  let begun: { lines: string[]; length: number; fields: Fields | undefined } | undefined
  let read = 0
  for await (const window of matched(spool, piecesOf(spool, look, '\n'))) {
    for (const { piece, fields, readBytes } of window) {
      if (begun && fields) {
        const text = begun.lines.join('\n')
        if (begun.fields || text.trim() !== '') yield { text, fields: begun.fields, readBytes }
        begun = undefined
      }
      begun ??= { lines: [], length: 0, fields }
      begun.length += piece.length + 1
      if (begun.length <= MOST_PART_CHARACTERS + piece.length + 1) begun.lines.push(piece)
      read = readBytes
    }
  }
  const text = begun?.lines.join('\n') ?? ''
  if (text.trim() !== '') yield { text, fields: begun?.fields, readBytes: read }
}

type Piece = { piece: string; readBytes: number }

/** Pieces with what the pattern finds in them, so many at a time. */
async function* matched(spool: Spool, pieces: AsyncIterable<Piece>) {
  let window: Piece[] = []
  let characters = 0
  for await (const one of pieces) {
    window.push(one)
    characters += one.piece.length
    if (window.length < WINDOW && characters < MOST_PART_CHARACTERS) continue
    yield await matchAll(spool, window)
    window = []
    characters = 0
  }
  yield await matchAll(spool, window)
}

async function matchAll({ press, type }: Spool, window: Piece[]) {
  const texts = window.map(({ piece }) => piece)
  const matches = await press.match(patternOf(type), texts)
  return window.map((one, index) => ({ ...one, fields: fieldsOf(matches[index]) }))
}
