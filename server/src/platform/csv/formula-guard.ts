/** What spreadsheets take for the beginning of a formula, also in the wide letters of East Asia. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/
const GUARDED = /^'+[=+\-@\t\r\n＝＋－＠]/

/**
 * A text that spreadsheets show and do not run: they take what follows an apostrophe for text. One that looks guarded
 * already gets another apostrophe, so that exactly one can be taken off again.
 */
export function guarded(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** The text that was guarded; any other as it is. */
export function unguarded(text: string): string {
  return GUARDED.test(text) ? text.slice(1) : text
}
