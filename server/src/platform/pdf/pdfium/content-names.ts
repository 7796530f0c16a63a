import { constants, inflateSync } from 'node:zlib'
import { plainName, type ValueBuilder, ValueReader } from '#platform/pdf/parser/value-reader.ts'
import { UnreadablePdf } from '#platform/pdf/unreadable-pdf.ts'
import { fromAscii85, fromAsciiHex } from './ascii-filters.ts'

const MAX_CONTENT_BYTES = 64 * 1024 * 1024

/** What a content was before it was packed; undefined when that was done in a way that only old files have. */
export function unpacked(bytes: Buffer, filters: readonly (string | undefined)[]): Buffer | undefined {
  let content: Buffer | undefined = bytes
  for (const filter of filters) content = content && UNPACKERS.get(filter)?.(content)
  return content
}

function inflated(bytes: Buffer): Buffer | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_CONTENT_BYTES, finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return undefined
  }
}

const UNPACKERS = new Map<string | undefined, (bytes: Buffer) => Buffer | undefined>([
  ['FlateDecode', inflated],
  ['Fl', inflated],
  ['ASCII85Decode', fromAscii85],
  ['A85', fromAscii85],
  ['ASCIIHexDecode', fromAsciiHex],
  ['AHx', fromAsciiHex],
])

/** White space is what PDF calls so, and not what JavaScript does. */
const NAME = /\/([^\0\t\n\f\r ()<>[\]{}/%]*)/g
/** PDFium takes these two bytes for white space as well. */
const BLANKS_OF_PDFIUM = /[\x80\xff]/
/** Behind these words stand the bytes of a picture, whose end cannot be told for certain. */
const PICTURE = /BI|ID/

/**
 * The names that a content uses. In a content that cannot be read for certain these are all that are in it: what has such a
 * name is kept though it need not be, but nothing goes missing.
 */
export function namesIn(content: Buffer): Set<string> {
  return namesOutsideOfTexts(content) ?? allNamesIn(content)
}

function allNamesIn(content: Buffer): Set<string> {
  const names = new Set<string>()
  for (const [, name = ''] of content.toString('latin1').matchAll(NAME)) addName(names, name)
  return names
}

/** Undefined when the content is broken, or has pictures in it. */
function namesOutsideOfTexts(content: Buffer): Set<string> | undefined {
  const names = new Set<string>()
  const addFound = (_: string, start: number, end: number) => {
    addName(names, content.toString('latin1', start + 1, end))
    return null
  }
  const reader = new ValueReader({ ...NOTHING, name: addFound }, content, 0, true)
  try {
    for (;;) {
      const { word } = reader.upToWord()
      if (PICTURE.test(word)) return undefined
      if (word === '') return names
    }
  } catch (error) {
    if (error instanceof UnreadablePdf) return undefined
    throw error
  }
}

const nothing = () => null
const NOTHING: ValueBuilder<null> = {
  number: nothing,
  name: nothing,
  other: nothing,
  reference: nothing,
  list: nothing,
  dictionary: nothing,
}

function addName(names: Set<string>, name: string): void {
  names.add(plainName(name))
  const end = name.search(BLANKS_OF_PDFIUM)
  if (end >= 0) names.add(plainName(name.slice(0, end)))
}
