/** The bytes are not what ASN.1 says they should be. */
export class UnreadableDer extends Error {
  override readonly name = 'UnreadableDer'
}

/** A value of ASN.1: what it is, what it holds, and how it was written. */
export type Der = { tag: number; content: Buffer; whole: Buffer }

export const INTEGER = 0x02
export const BIT_STRING = 0x03
export const OCTET_STRING = 0x04
export const OBJECT_ID = 0x06
export const SEQUENCE = 0x30
export const SET = 0x31
export const BOOLEAN = 0x01
export const GENERALIZED_TIME = 0x18
/** The numbered brackets, around values or right around bytes. */
export const CONTEXT = 0xa0
export const CONTEXT_BYTES = 0x80
const IS_CONSTRUCTED = 0x20
const UNKNOWN_LENGTH = 0x80
/** No value that is read here has a longer length than four bytes tell. */
const MAX_LENGTH_BYTES = 4
const MAX_DEPTH = 32

/** The value that the bytes begin with. Files of others may leave lengths out and cut bytes into pieces, as BER allows. */
export function readDer(bytes: Buffer): Der {
  return readValue(bytes, 0)
}

/** The values within a value. */
export function partsOf({ content }: Der): Der[] {
  const parts: Der[] = []
  for (let rest = content; rest.length > 0; ) {
    const part = readDer(rest)
    parts.push(part)
    rest = rest.subarray(part.whole.length)
  }
  return parts
}

/** The part at this place, which must be of this kind. */
export function partAt(parts: readonly Der[], at: number, tag: number): Der {
  const part = parts[at]
  if (part?.tag !== tag) throw new UnreadableDer(`Expected a value with the tag ${tag} at ${at}.`)
  return part
}

/** The bytes of an octet string, also of one in pieces. */
export function octetsOf(der: Der): Buffer {
  return der.tag & IS_CONSTRUCTED ? Buffer.concat(partsOf(der).map(octetsOf)) : der.content
}

/** `1.2.840.113549` and the like. */
export function objectIdOf({ tag, content }: Der): string {
  if (tag !== OBJECT_ID) throw new UnreadableDer('Expected an object identifier.')
  const numbers: number[] = []
  let number = 0
  for (const byte of content) {
    number = number * 128 + (byte % 128)
    if (byte >= 128) continue
    numbers.push(number)
    number = 0
  }
  const [first = 0, ...rest] = numbers
  const top = Math.min(2, Math.floor(first / 40))
  return [top, first - top * 40, ...rest].join('.')
}

/** A whole number that is small enough to count with. */
export function numberOf({ tag, content }: Der): number {
  if (tag !== INTEGER || content.length === 0 || content.length > 6)
    throw new UnreadableDer('Expected a small integer.')
  return content.readIntBE(0, content.length)
}

function readValue(bytes: Buffer, depth: number): Der {
  const tag = bytes[0]
  const first = bytes[1]
  if (tag === undefined || first === undefined || depth > MAX_DEPTH) throw new UnreadableDer('A value is cut off.')
  if (first === UNKNOWN_LENGTH) return readOpenValue(bytes, tag, depth)
  const lengthBytes = first < UNKNOWN_LENGTH ? 0 : first - UNKNOWN_LENGTH
  const start = 2 + lengthBytes
  if (lengthBytes > MAX_LENGTH_BYTES || bytes.length < start) throw new UnreadableDer('A length is cut off.')
  const end = start + (lengthBytes === 0 ? first : bytes.readUIntBE(2, lengthBytes))
  if (bytes.length < end) throw new UnreadableDer('A value is cut off.')
  return { tag, content: bytes.subarray(start, end), whole: bytes.subarray(0, end) }
}

/** A value that ends where two zeros stand in the place of the next part. */
function readOpenValue(bytes: Buffer, tag: number, depth: number): Der {
  let at = 2
  while (bytes[at] !== 0 || bytes[at + 1] !== 0) at += readValue(bytes.subarray(at), depth + 1).whole.length
  return { tag, content: bytes.subarray(2, at), whole: bytes.subarray(0, at + 2) }
}
