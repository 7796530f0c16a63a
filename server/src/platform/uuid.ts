import { randomUUID } from 'node:crypto'

const POSITIONS_PER_BLOCK = 2 ** 22
const BLOCKS = 2 ** 12

/**
 * A UUID of version 7: ids of one moment lie side by side in an index. `position` orders the ids of one moment; the
 * rest is random.
 */
export function uuidv7(now: Date, position = 0): string {
  const time = now.getTime().toString(16).padStart(12, '0')
  // The position takes the 12 bits beside the version and the next 22 beside the variant.
  const high = (Math.floor(position / POSITIONS_PER_BLOCK) % BLOCKS).toString(16).padStart(3, '0')
  const low = (0x800000 | (position & 0x3fffff)).toString(16)
  const random = randomUUID()
  return `${time.slice(0, 8)}-${time.slice(8)}-7${high}-${low.slice(0, 4)}-${low.slice(4)}${random.slice(26)}`
}

/** Gives out first positions, so that what one process does later in a moment gets ids that sort behind the earlier. */
export function openPositions(): (now: Date) => number {
  let moment = 0
  let block = 0
  return (now) => {
    block = now.getTime() === moment ? (block + 1) % BLOCKS : 0
    moment = now.getTime()
    return block * POSITIONS_PER_BLOCK
  }
}

/** The least id that `uuidv7` gives at this moment. */
export function firstIdOf(moment: Date): string {
  const time = Math.max(0, moment.getTime()).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** When `uuidv7` gave this id. */
export function momentOf(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
}

export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}
