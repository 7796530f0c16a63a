import { malformed } from '#platform/problem.ts'

/** Nothing that a call takes is nested nearly as deep; code that follows the nesting would run out of stack. */
const MAX_DEPTH = 50
/** Of lists, objects and what is in them. Ten thousand values of a data set with a few names each have half as many. */
const MAX_VALUES = 200_000

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Refuses JSON that would cost much more to read than its size: by its nesting, or by how many values it is cut into. */
export function refuseCostlyJson(bytes: Buffer): void {
  let [depth, values] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfText(bytes, at)
    else if (byte === COMMA) values++
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values++
      depth++
      if (depth > MAX_DEPTH) throw malformed(`The body is nested more than ${MAX_DEPTH} levels deep.`)
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--
    if (values > MAX_VALUES) throw malformed(`The body has more than ${MAX_VALUES} values.`)
  }
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
