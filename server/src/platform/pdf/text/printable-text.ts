const LINE_END = /\r\n|[\r\v\u0085\u2028\u2029]/g
/**
 * What shows nothing: control characters, soft hyphens, the byte order mark. Marks of direction are among them: a name must
 * not be read in another order than its letters have. Joiners stay in scripts whose spelling needs them, and so do the
 * selectors of a form of an ideograph.
 */
const INVISIBLE =
  /(?<![[\p{L}\p{M}]--\p{sc=Latin}])[\u200c\u200d]|(?![\t\n\f\u200c\u200d])[[\p{Cc}\p{Default_Ignorable_Code_Point}]--[\u{e0100}-\u{e01ef}]]|(?<!\p{sc=Han})[\u{e0100}-\u{e01ef}]/gv
/** French numbers are full of narrow blanks: they alone are no reason to leave the fonts that every reader has. */
const UNBREAKABLE_BLANK = /[\u2007\u202f]/g
const MANY_MARKS = /\p{M}{30}(?=\p{M})/gu
const DOTTED_CIRCLE = '\u25cc'

/** A text of which everything can be shown but tabs, line feeds and form feeds, with accents on their letters. */
export function printableText(text: string): string {
  const visible = text
    .toWellFormed()
    .replace(LINE_END, '\n')
    .replace(INVISIBLE, '')
    .replace(UNBREAKABLE_BLANK, '\u00a0')
  // Marks are sorted among those before them: without an end to these, that takes quadratic time.
  return visible.replace(MANY_MARKS, `$&${DOTTED_CIRCLE}`).normalize('NFC')
}

/** What stands between separators, one after the other: a text may consist of millions of them. */
export function* piecesOf(text: string, separator: string): Generator<string> {
  let at = 0
  while (at <= text.length) {
    const found = text.indexOf(separator, at)
    const end = found < 0 ? text.length : found
    yield text.slice(at, end)
    at = end + separator.length
  }
}
