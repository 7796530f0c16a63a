/**
 * What an external server said, as one line that can be stored and shown: PostgreSQL refuses NUL, and a terminal obeys
 * control characters.
 */
export function cleanForeignText(text: string, maxCharacters: number): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  // Last, because the cut may leave half of a surrogate pair.
  return line.slice(0, maxCharacters).toWellFormed()
}
