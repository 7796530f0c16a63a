import { isUtf8 } from 'node:buffer'

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const NOTHING = Buffer.alloc(0)

/** Bytes that are no UTF-8, on the line behind this text. */
export class NotUtf8 extends Error {
  readonly before: string

  constructor(before: string) {
    super('These bytes are not valid UTF-8.')
    this.before = before
  }
}

/** Turns bytes into text as they come, and stops at the first bytes that are not UTF-8. A byte order mark is left out of the text. */
export class Utf8Decoder {
  #carried: Uint8Array = NOTHING
  #isBeginning = true

  /** The text of these bytes, up to a character that is not complete yet. */
  decode(bytes: Uint8Array): string {
    const all = this.#carried.length > 0 ? Buffer.concat([this.#carried, bytes]) : bytes
    const end = all.length - incompleteBytes(all)
    this.#carried = Buffer.from(all.subarray(end))
    return this.#textOf(all.subarray(0, end))
  }

  /** What is left when there are no more bytes. */
  end(): string {
    const rest = this.#carried
    this.#carried = NOTHING
    return this.#textOf(rest)
  }

  #textOf(bytes: Uint8Array): string {
    if (!isUtf8(bytes)) throw new NotUtf8(this.#unmarked(bytes.subarray(0, startOfBrokenLine(bytes))))
    return this.#unmarked(bytes)
  }

  #unmarked(bytes: Uint8Array): string {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
    const isMarked = this.#isBeginning && text.startsWith('\uFEFF')
    if (text !== '') this.#isBeginning = false
    return isMarked ? text.slice(1) : text
  }
}

/** How many bytes at the end begin a character that goes on in the bytes to come. */
export function incompleteBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < lengthOf(byte) ? back : 0
  }
  return 0
}

function lengthOf(leadingByte: number): number {
  if (leadingByte >= 0xf0) return 4
  return leadingByte >= 0xe0 ? 3 : 2
}

function startOfBrokenLine(bytes: Uint8Array): number {
  let start = 0
  for (const [index, byte] of bytes.entries()) {
    if (byte !== LINE_FEED && byte !== CARRIAGE_RETURN) continue
    if (!isUtf8(bytes.subarray(start, index))) break
    start = index + 1
  }
  return start
}
