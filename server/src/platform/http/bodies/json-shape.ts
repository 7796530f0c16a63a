import { randomInt } from 'node:crypto'
import { malformed } from '#platform/problem.ts'

/** Nothing that a call takes is nested nearly as deep; code that follows the nesting would run out of stack. */
const MAX_DEPTH = 50
/** Of lists, objects and what is in them. Ten thousand items with a few names each have half as many. */
const MAX_VALUES = 200_000
/** Different ones: each costs as much as a hundred values. Custom fields have by far the most, a thousand. */
const MAX_KEYS = 5000

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** Refuses JSON that would cost much more to read than its size: by its nesting, its keys, or how many values it is cut into. */
export function refuseCostlyJson(bytes: Buffer): void {
  const keys = new Set<number>()
  let depth = 0
  let values = 0
  let textStart = 0
  let textEnd = 0
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        textStart = at
        at = endOfText(bytes, at)
        textEnd = at
        break
      case COLON:
        keys.add(hashOf(bytes, textStart, textEnd))
        if (keys.size > MAX_KEYS) throw malformed(`The body has more than ${MAX_KEYS} different keys.`)
        break
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth++
        values++
        if (depth > MAX_DEPTH) throw malformed(`The body is nested more than ${MAX_DEPTH} levels deep.`)
        break
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth--
        break
      case COMMA:
        values++
        if (values > MAX_VALUES) throw malformed(`The body has more than ${MAX_VALUES} values.`)
        break
    }
  }
}

/** Reads JSON that came within something else, such as a part of a form. */
export function parseJsonText(text: string): unknown {
  refuseCostlyJson(Buffer.from(text))
  return JSON.parse(text)
}

/** Which texts have the same number cannot be known from outside. */
const SEED = randomInt(2 ** 32)

/** The longest key that is ours is shorter. */
const MAX_HASHED_BYTES = 100

function hashOf(bytes: Buffer, start: number, end: number): number {
  let hash = SEED ^ (end - start)
  for (let at = start + 1; at < end && at - start <= MAX_HASHED_BYTES; at++) {
    hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
  }
  return hash
}

/** The place of the quote that ends a text. */
function endOfText(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(QUOTE, start + 1)
  while (at >= 0 && isEscaped(bytes, at, start)) at = bytes.indexOf(QUOTE, at + 1)
  return at < 0 ? bytes.length : at
}

/** An odd number of backslashes before a quote makes it part of the text. */
function isEscaped(bytes: Buffer, quote: number, start: number): boolean {
  let first = quote
  while (first - 1 > start && bytes[first - 1] === BACKSLASH) first--
  return (quote - first) % 2 === 1
}
