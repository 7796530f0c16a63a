import { UnreadablePdf } from '#platform/pdf/unreadable-pdf.ts'

/** A name is a string. What tells nothing about pages (texts, booleans, null) is null. */
export type PdfValue = number | string | null | PdfReference | PdfValue[] | PdfDictionary
export type PdfReference = { object: number }
export type PdfDictionary = Map<string, PdfValue>

/** What stood before a word that is not a value, such as `obj` or `stream`; the word is empty at the end of the bytes. */
export type PdfValues = { values: PdfValue[]; word: string; end: number }

/** The bytes end within a value: more of them are needed. */
export class CutOff extends UnreadablePdf {}

const MAX_DEPTH = 64
const REGULAR = 0
const BLANK = 1
const DELIMITER = 2
const KINDS = new Uint8Array(256)
for (const blank of [0, 9, 10, 12, 13, 32]) KINDS[blank] = BLANK
for (const sign of '()<>[]{}/%') KINDS[sign.charCodeAt(0)] = DELIMITER
const sign = (character: string) => character.charCodeAt(0)
const OPEN = sign('(')
const CLOSE = sign(')')
const LESS = sign('<')
const MORE = sign('>')
const BACKSLASH = sign('\\')
const LEFT = sign('[')
const RIGHT = sign(']')
const SLASH = sign('/')
const PERCENT = sign('%')
const LINE_FEED = 10
const RETURN = 13

/** Reads values up to a word that is none. The end of the bytes is the end of the file only if `isWhole` says so. */
export function readValues(bytes: Buffer, from: number, isWhole: boolean): PdfValues {
  const reader = new ValueReader(bytes, from, isWhole)
  const { values, end: word } = reader.sequence('', 0)
  return { values, word, end: reader.at }
}

export function isReference(value: PdfValue | undefined): value is PdfReference {
  return typeof value === 'object' && value !== null && 'object' in value
}

/** A whole number that a position, a count or a size can be. */
export function isCount(value: PdfValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

class ValueReader {
  at: number
  readonly #bytes: Buffer
  readonly #isWhole: boolean

  constructor(bytes: Buffer, at: number, isWhole: boolean) {
    this.#bytes = bytes
    this.at = at
    this.#isWhole = isWhole
  }

  /** Values up to `]`, `>>` or, when nothing is to close them, a word. */
  sequence(closing: string, depth: number): { values: PdfValue[]; end: string } {
    if (depth > MAX_DEPTH) throw new UnreadablePdf()
    const values: PdfValue[] = []
    for (;;) {
      this.#skipBlanks()
      const end = this.#addNext(values, closing, depth)
      if (end !== undefined) return { values, end }
    }
  }

  /** Adds the next value; at the end of a sequence, returns its delimiter. */
  #addNext(values: PdfValue[], closing: string, depth: number): string | undefined {
    const first = this.#bytes[this.at]
    if (first === undefined) return this.#endOfBytes(closing)
    const number = this.#number()
    if (number !== undefined) {
      values.push(number)
      return undefined
    }
    if (KINDS[first] === REGULAR) return this.#addWord(values, closing)
    if (first === RIGHT || (first === MORE && this.#second() === MORE)) {
      return this.#close(first === RIGHT ? ']' : '>>', closing)
    }
    values.push(this.#delimited(first, depth))
    return undefined
  }

  #endOfBytes(closing: string): string {
    if (closing === '' && this.#isWhole) return ''
    throw this.#cutOff()
  }

  #addWord(values: PdfValue[], closing: string): string | undefined {
    const word = this.#regular()
    if (addWord(values, word)) return undefined
    if (closing === '') return word
    throw new UnreadablePdf()
  }

  #close(found: string, closing: string): string {
    if (found !== closing) throw new UnreadablePdf()
    this.at += found.length
    return found
  }

  #delimited(first: number, depth: number): PdfValue {
    if (first === SLASH) {
      this.at += 1
      return this.#regular()
    }
    if (first === LEFT) {
      this.at += 1
      return this.sequence(']', depth + 1).values
    }
    if (first === LESS && this.#second() === LESS) {
      this.at += 2
      return dictionaryOf(this.sequence('>>', depth + 1).values)
    }
    if (first === LESS) return this.#skipHexadecimals()
    if (first === OPEN) return this.#skipText()
    throw new UnreadablePdf()
  }

  #skipBlanks(): void {
    for (; this.at < this.#bytes.length; this.at += 1) {
      const byte = this.#bytes[this.at] ?? 0
      if (byte === PERCENT) this.#skipComment()
      else if (KINDS[byte] !== BLANK) return
    }
  }

  #skipComment(): void {
    for (; this.at < this.#bytes.length; this.at += 1) {
      const byte = this.#bytes[this.at]
      if (byte === LINE_FEED || byte === RETURN) return
    }
  }

  /** Most of what is read is whole numbers without a sign: they need no text. */
  #number(): number | undefined {
    const bytes = this.#bytes
    let number = 0
    let at = this.at
    for (; at < bytes.length; at += 1) {
      const digit = (bytes[at] ?? 0) - 48
      if (digit < 0 || digit > 9) break
      number = number * 10 + digit
    }
    if (at === this.at || at === bytes.length || KINDS[bytes[at] ?? 0] === REGULAR) return undefined
    this.at = at
    return number
  }

  #second(): number {
    const second = this.#bytes[this.at + 1]
    if (second === undefined) throw this.#cutOff()
    return second
  }

  #regular(): string {
    const start = this.at
    while (this.at < this.#bytes.length && KINDS[this.#bytes[this.at] ?? 0] === REGULAR) this.at += 1
    if (this.at === this.#bytes.length && !this.#isWhole) throw this.#cutOff()
    return this.#bytes.toString('latin1', start, this.at)
  }

  #skipHexadecimals(): null {
    const end = this.#bytes.indexOf(MORE, this.at)
    if (end < 0) throw this.#cutOff()
    this.at = end + 1
    return null
  }

  #skipText(): null {
    let open = 0
    for (; this.at < this.#bytes.length; this.at += 1) {
      const byte = this.#bytes[this.at]
      if (byte === BACKSLASH) this.at += 1
      else if (byte === OPEN) open += 1
      else if (byte === CLOSE) {
        open -= 1
        if (open > 0) continue
        this.at += 1
        return null
      }
    }
    throw this.#cutOff()
  }

  #cutOff(): UnreadablePdf {
    return this.#isWhole ? new UnreadablePdf() : new CutOff()
  }
}

/** Adds a number or a word that is a value; `R` makes a reference of the two numbers before it. */
function addWord(values: PdfValue[], word: string): boolean {
  const first = word.charCodeAt(0)
  const isNumeric = (first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46
  if (isNumeric) {
    const number = Number(word)
    values.push(Number.isFinite(number) ? number : null)
  } else if (word === 'R') {
    const [object, generation] = values.splice(-2)
    if (!isCount(object) || !isCount(generation)) throw new UnreadablePdf()
    values.push({ object })
  } else if (word === 'true' || word === 'false' || word === 'null') values.push(null)
  else return false
  return true
}

function dictionaryOf(values: PdfValue[]): PdfDictionary {
  const dictionary: PdfDictionary = new Map()
  for (let at = 0; at < values.length; at += 2) {
    const key = values[at]
    const value = values[at + 1]
    if (typeof key !== 'string' || value === undefined) throw new UnreadablePdf()
    dictionary.set(key, value)
  }
  return dictionary
}
