import { randomBytes } from 'node:crypto'

/**
 * A UUID of version 7: ids of one moment lie side by side in an index. `position` orders the ids of one moment; the
 * rest is random.
 */
export function uuidv7(now: Date, position = 0): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now.getTime(), 0, 6)
  // The position takes the 12 bits beside the version and the next 22 beside the variant.
  bytes.writeUInt16BE(0x7000 | ((position >>> 22) & 0x0fff), 6)
  bytes.writeUIntBE((0x800000 | (position & 0x3fffff)) >>> 0, 8, 3)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
