import { cleanLetter, type Letter } from './clean-letter.ts'
import { letterHtml } from './letter-html.ts'
import { letterText } from './letter-text.ts'

export type { Letter }

/** The same mail twice: for programs that show text, and for those that show HTML. */
export function letter(parts: Letter): { text: string; html: string } {
  const clean = cleanLetter(parts)
  return { text: letterText(clean), html: letterHtml(clean) }
}
