import openBidi, { type EmbeddingLevels } from 'bidi-js'

export type { EmbeddingLevels } from 'bidi-js'

// Its declaration speaks of a module; what Node imports is the function.
const bidi = (openBidi as unknown as typeof openBidi.default)()

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const OTHER_PLANES = /[\u{10000}-\u{10ffff}]/gu
/** Of each kind one that takes a single unit; the library looks at units, not at characters. */
const STAND_INS = { mark: '\u05b0\u05b0', fromTheRight: '\u05d0\u05d0', sign: '\u2606\u2606', letter: 'aa' }

/** In which direction each character of a paragraph runs, decided by its first letter; undefined if all run from the left. */
export function levelsOf(text: string, base: 'ltr' | 'rtl' | 'auto'): EmbeddingLevels | undefined {
  if (base !== 'rtl' && !RIGHT_TO_LEFT.test(text)) return undefined
  return bidi.getEmbeddingLevels(text.replace(OTHER_PLANES, standIn), base)
}

/** The indices of a line's characters from left to right. */
export function visualIndices(text: string, levels: EmbeddingLevels, start: number, end: number): number[] {
  return bidi.getReorderedIndices(text, levels, start, end - 1)
}

function standIn(character: string): string {
  if (/\p{M}/u.test(character)) return STAND_INS.mark
  if (RIGHT_TO_LEFT.test(character)) return STAND_INS.fromTheRight
  return /\p{L}|\p{N}/u.test(character) ? STAND_INS.letter : STAND_INS.sign
}
