/** Values as ASN.1 writes them down: what they are, how long they are, and their bytes. */

const INTEGER = 0x02
const BIT_STRING = 0x03
const OCTET_STRING = 0x04
const NULL = 0x05
const OBJECT_ID = 0x06
const UTF8 = 0x0c
const UTC_TIME = 0x17
const GENERALIZED_TIME = 0x18
const SEQUENCE = 0x30
const SET = 0x31
const BOOLEAN = 0x01
const CONTEXT = 0xa0
/** From this year on, and before 1950, a year has four digits. */
const FIRST_LONG_YEAR = 2050

export function value(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}

export const sequence = (...parts: Buffer[]) => value(SEQUENCE, ...parts)
export const octets = (bytes: Buffer) => value(OCTET_STRING, bytes)
export const nothing = () => value(NULL)
export const text = (words: string) => value(UTF8, Buffer.from(words.toWellFormed()))
export const truth = () => value(BOOLEAN, Buffer.from([0xff]))

/** DER sorts the elements of a set, so that equal sets have equal bytes. */
export function set(...parts: Buffer[]): Buffer {
  return value(SET, ...parts.toSorted(Buffer.compare))
}

/** What stands within a numbered pair of brackets. */
export function tagged(number: number, ...parts: Buffer[]): Buffer {
  return value(CONTEXT + number, ...parts)
}

/** A whole number that is not negative, its highest byte first. */
export function integer(number: number | Buffer): Buffer {
  const bytes = typeof number === 'number' ? Buffer.from(evenHex(number.toString(16)), 'hex') : number
  const from = bytes.findIndex((byte) => byte !== 0)
  const digits = from < 0 ? Buffer.alloc(1) : bytes.subarray(from)
  return value(INTEGER, (digits[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.alloc(1), digits]) : digits)
}

/** Bits, of which some at the end of the last byte are not used. */
export function bits(bytes: Buffer, unused = 0): Buffer {
  return value(BIT_STRING, Buffer.from([unused]), bytes)
}

/** A name of the kind `1.2.840.113549`. */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return value(OBJECT_ID, Buffer.from([first * 40 + second, ...rest.flatMap(inSevens)]))
}

export function time(moment: Date): Buffer {
  const digits = `${moment.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`
  const isLong = moment.getUTCFullYear() >= FIRST_LONG_YEAR
  return isLong ? value(GENERALIZED_TIME, Buffer.from(digits)) : value(UTC_TIME, Buffer.from(digits.slice(2)))
}

function lengthOf(sizeBytes: number): Buffer {
  if (sizeBytes < 0x80) return Buffer.from([sizeBytes])
  const digits = Buffer.from(evenHex(sizeBytes.toString(16)), 'hex')
  return Buffer.concat([Buffer.from([0x80 + digits.length]), digits])
}

/** Seven bits a byte; all but the last have the eighth. */
function inSevens(number: number): number[] {
  const sevens = [number % 128]
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128)) sevens.unshift((rest % 128) + 128)
  return sevens
}

function evenHex(hex: string): string {
  return hex.length % 2 === 0 ? hex : `0${hex}`
}
