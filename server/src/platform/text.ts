/** Text that PostgreSQL and JSON can hold: no NUL character, no half of a surrogate pair. */
export function isCleanText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed()
}

/** The form in which texts are compared when case and accents are to be ignored. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
