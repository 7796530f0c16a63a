/** The number of articles per row of postings. */
export const BLOCK_ARTICLES = 16_384
const BLOCK_BYTES = BLOCK_ARTICLES / 8
const BITS = 32

/** A set of articles of one client: bit n stands for the article with the key n. */
export type ArticleBitmap = Uint32Array

/** How long a set is that has room for so many blocks. */
export function wordsFor(blocks: number): number {
  return (blocks * BLOCK_BYTES) / 4
}

/** A row of postings on its way into a set. */
const words = new Uint32Array(wordsFor(1))
const bytes = Buffer.from(words.buffer)

/** Adds what a row of postings has, in hexadecimal; what lies beyond the room of the set came later and is left out. */
export function addBlock(set: ArticleBitmap, block: number, bits: string): void {
  const start = wordsFor(block)
  if (start >= set.length) return
  bytes.write(bits, 'hex')
  for (let index = 0; index < words.length; index += 1) {
    set[start + index] = (set[start + index] as number) | (words[index] as number)
  }
}

/** Takes away what is not in the other set. */
export function intersect(set: ArticleBitmap, other: ArticleBitmap): void {
  for (let index = 0; index < set.length; index += 1) set[index] = (set[index] as number) & (other[index] as number)
}

/** Takes away what is in the other set. */
export function subtract(set: ArticleBitmap, other: ArticleBitmap): void {
  for (let index = 0; index < set.length; index += 1) set[index] = (set[index] as number) & ~(other[index] as number)
}

export function sizeOf(set: ArticleBitmap): number {
  let size = 0
  for (let index = 0; index < set.length; index += 1) size += popCount(set[index] as number)
  return size
}

/** The keys in a set from the last to the first: so many, after so many others. */
export function keysDescending(set: ArticleBitmap, offset = 0, limit = Number.POSITIVE_INFINITY): number[] {
  const keys: number[] = []
  let passed = 0
  for (let index = set.length - 1; index >= 0 && passed < offset + limit; index -= 1) {
    const word = set[index] as number
    const size = popCount(word)
    if (passed + size <= offset) passed += size
    else {
      visitWord(word, index, (key) => {
        if (passed >= offset && passed < offset + limit) keys.push(key)
        passed += 1
      })
    }
  }
  return keys
}

function visitWord(bits: number, index: number, visit: (key: number) => void): void {
  for (let word = bits; word !== 0; ) {
    const bit = BITS - 1 - Math.clz32(word)
    visit(index * BITS + bit)
    word &= ~(1 << bit)
  }
}

function popCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** The bytes of a set, in which PostgreSQL finds a key by `get_bit`. */
export function bytesOf(set: ArticleBitmap): Buffer {
  return Buffer.from(set.buffer, set.byteOffset, set.byteLength)
}
