import { isCleanText } from '#platform/text/text.ts'

/** What no address holds as it is: blanks and control characters. */
const UNUSABLE = /[\s\p{Cc}]/u

/** Whether a text is an address that a browser or a caller can open: http or https, and no credentials in it. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || UNUSABLE.test(text) || !isCleanText(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
