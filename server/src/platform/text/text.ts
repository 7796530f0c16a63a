/** Text that PostgreSQL and JSON can hold: no NUL character, no half of a surrogate pair. */
export function isCleanText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed()
}

/** Marks that people leave out when they search: accents, and the points of Hebrew and Arabic. Elsewhere marks are letters. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/g
const ASCII = /^[\x20-\x7e]*$/

/** Latin letters that Unicode does not take apart. */
const PLAIN: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }
const UNUSUAL = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g')

/** The form in which texts are compared when case and accents are to be ignored. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  const lower = text.normalize('NFKD').toLowerCase().replace(ACCENTS, '')
  return lower.replace(UNUSUAL, (letter) => PLAIN[letter] ?? letter).normalize('NFC')
}
