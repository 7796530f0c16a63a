import fc from 'fast-check'

const SURROGATES = { first: 0xd800, count: 0x800 }
const LAST = 0x10ffff

/**
 * Every character of Unicode, for `fc.string({ unit: anyCharacter })`. The same as the unit `binary`, which makes a list of
 * all million of them before the first string: a second of work, and a heap that makes each collection of garbage dear.
 */
export const anyCharacter = fc.integer({ min: 0, max: LAST - SURROGATES.count }).map(
  (index) => String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count),
  // With it, fast-check can work backwards from names that are dangerous, such as __proto__, and tries those too.
  (character) => {
    const [first = '', ...others] = typeof character === 'string' ? character : ''
    const code = first.codePointAt(0)
    const isSurrogate = /^\p{Surrogate}$/u.test(first)
    if (code === undefined || others.length > 0 || isSurrogate) throw new Error('is not a character')
    return code < SURROGATES.first ? code : code - SURROGATES.count
  },
)
