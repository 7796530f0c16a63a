import { UnreadablePdf } from '#platform/pdf/unreadable-pdf.ts'

/** Makes values of what is read; `start` and `end` are where it stands. */
export type ValueBuilder<Value> = {
  number(number: number, start: number, end: number): Value
  name(name: string, start: number, end: number): Value
  /** A text, a boolean or null. */
  other(start: number, end: number): Value
  /** `object` and `generation` may be anything that stood before the `R`. */
  reference(object: Value, generation: Value, end: number): Value
  list(values: Value[], start: number, end: number): Value
  /** Names and their values in turn, if the file is right. */
  dictionary(values: Value[], start: number, end: number): Value
}

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

export function afterBlanks(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && KINDS[bytes[at] ?? 0] === BLANK) at += 1
  return at
}

/** Names may have some of their letters as hexadecimals. */
export function plainName(name: string): string {
  if (!name.includes('#')) return name
  return name.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** Reads values one after the other. What becomes of them is up to the builder, which is told where they stand. */
export class ValueReader<Value> {
  at: number
  readonly #bytes: Buffer
  readonly #isWhole: boolean
  readonly #build: ValueBuilder<Value>

  /** The end of the bytes is the end of the file only if `isWhole` says so. */
  constructor(build: ValueBuilder<Value>, bytes: Buffer, at: number, isWhole: boolean) {
    this.#build = build
    this.#bytes = bytes
    this.at = at
    this.#isWhole = isWhole
  }

  /** Values up to a word that is none, such as `obj` or `stream`; the word is empty at the end of the bytes. */
  upToWord(): { values: Value[]; word: string } {
    const { values, end } = this.#sequence('', 0)
    return { values, word: end }
  }

  /** Values up to `]`, `>>` or, when nothing is to close them, a word. */
  #sequence(closing: string, depth: number): { values: Value[]; end: string } {
    if (depth > MAX_DEPTH) throw new UnreadablePdf()
    const values: Value[] = []
    for (;;) {
      this.#skipBlanks()
      const end = this.#addNext(values, closing, depth)
      if (end !== undefined) return { values, end }
    }
  }

  /** Adds the next value; at the end of a sequence, returns its delimiter. */
  #addNext(values: Value[], closing: string, depth: number): string | undefined {
    const first = this.#bytes[this.at]
    if (first === undefined) return this.#endOfBytes(closing)
    const start = this.at
    const number = this.#number()
    if (number !== undefined) {
      values.push(this.#build.number(number, start, this.at))
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

  #addWord(values: Value[], closing: string): string | undefined {
    const start = this.at
    const word = this.#regular()
    if (isNumeric(word)) {
      const number = Number(word)
      values.push(
        Number.isFinite(number) ? this.#build.number(number, start, this.at) : this.#build.other(start, this.at),
      )
    } else if (word === 'R') this.#addReference(values)
    else if (word === 'true' || word === 'false' || word === 'null') values.push(this.#build.other(start, this.at))
    else if (closing === '') return word
    else throw new UnreadablePdf()
    return undefined
  }

  /** `R` makes a reference of the two numbers before it. */
  #addReference(values: Value[]): void {
    const [object, generation] = values.splice(-2)
    if (object === undefined || generation === undefined) throw new UnreadablePdf()
    values.push(this.#build.reference(object, generation, this.at))
  }

  #close(found: string, closing: string): string {
    if (found !== closing) throw new UnreadablePdf()
    this.at += found.length
    return found
  }

  #delimited(first: number, depth: number): Value {
    const start = this.at
    if (first === SLASH) {
      this.at += 1
      return this.#build.name(plainName(this.#regular()), start, this.at)
    }
    if (first === LEFT) {
      this.at += 1
      return this.#build.list(this.#sequence(']', depth + 1).values, start, this.at)
    }
    if (first === LESS && this.#second() === LESS) {
      this.at += 2
      return this.#build.dictionary(this.#sequence('>>', depth + 1).values, start, this.at)
    }
    if (first === LESS) this.#skipHexadecimals()
    else if (first === OPEN) this.#skipText()
    else throw new UnreadablePdf()
    return this.#build.other(start, this.at)
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

  #skipHexadecimals(): void {
    const end = this.#bytes.indexOf(MORE, this.at)
    if (end < 0) throw this.#cutOff()
    this.at = end + 1
  }

  #skipText(): void {
    let open = 0
    for (; this.at < this.#bytes.length; this.at += 1) {
      const byte = this.#bytes[this.at]
      if (byte === BACKSLASH) this.at += 1
      else if (byte === OPEN) open += 1
      else if (byte === CLOSE) {
        open -= 1
        if (open > 0) continue
        this.at += 1
        return
      }
    }
    throw this.#cutOff()
  }

  #cutOff(): UnreadablePdf {
    return this.#isWhole ? new UnreadablePdf() : new CutOff()
  }
}

function isNumeric(word: string): boolean {
  const first = word.charCodeAt(0)
  return (first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46
}
