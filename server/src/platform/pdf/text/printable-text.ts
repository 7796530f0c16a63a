const LINE_END = /\r\n|[\r\v\u0085\u2028\u2029]/g
/** What shows nothing: control characters, marks of direction, soft hyphens, the byte order mark. */
const INVISIBLE = /(?![\t\n\f])[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu
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

/** Whether it stands above, below or around the character before it. */
export function isMark(character: string): boolean {
  return character >= '\u0300' && /^[\p{Mn}\p{Me}]/u.test(character)
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
