import { UnreadableAsn1 } from './asn1.ts'

/** The first byte of values, as DER writes it. */
export const TAG = { integer: 0x02, sequence: 0x30, first: 0xa0 } as const

/** Tags above 30 take several bytes, and no structure that is read here has them. */
const LONG_TAG = 0x1f
const LONG_LENGTH = 0x80
const MAX_LENGTH_BYTES = 4

/**
 * The values within a value, as they were written and without looking into them. For what may have ten thousands of
 * values, where asn1js takes seconds; everything else is read by `readAsn1`.
 */
export function* derValuesIn(der: Buffer): Generator<Buffer, void> {
  const { start, end } = headerAt(der, 0)
  if (end !== der.length) throw new UnreadableAsn1('Something follows the value.')
  for (let at = start; at < end; ) {
    const next = headerAt(der, at).end
    yield der.subarray(at, next)
    at = next
  }
}

/** A value that holds others, which are written already. */
export function derOf(tag: number, ...values: Buffer[]): Buffer {
  const content = Buffer.concat(values)
  const length = Buffer.alloc(MAX_LENGTH_BYTES)
  length.writeUInt32BE(content.length)
  if (content.length < LONG_LENGTH) return Buffer.concat([Buffer.of(tag, content.length), content])
  const count = Math.ceil(content.length.toString(16).length / 2)
  return Buffer.concat([Buffer.of(tag, LONG_LENGTH | count), length.subarray(-count), content])
}

/** Where the content of a value begins and ends. DER has one way to write a length. */
function headerAt(der: Buffer, at: number): { start: number; end: number } {
  const [tag = LONG_TAG, first = 0] = [der[at], der[at + 1]]
  const count = first < LONG_LENGTH ? 0 : first - LONG_LENGTH
  const start = at + 2 + count
  const isReadable = (tag & LONG_TAG) !== LONG_TAG && first !== LONG_LENGTH && count <= MAX_LENGTH_BYTES
  if (!isReadable || start > der.length) throw new UnreadableAsn1('A value has no length that can be read.')
  const length = count === 0 ? first : der.readUIntBE(at + 2, count)
  const isShortest = count === 0 || (length >= LONG_LENGTH && der[at + 2] !== 0)
  if (!isShortest || start + length > der.length) throw new UnreadableAsn1('A value has no length that is right.')
  return { start, end: start + length }
}
