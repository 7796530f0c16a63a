import type { PageFont } from './page-font.ts'
import type { PdfOutput } from './pdf-output.ts'
import { type FontChoice, pickFont } from './pick-font.ts'
import { isWindows1252 } from './standard-font.ts'

export type NamedFont = { name: string; font: PageFont; number: number; isStandard: boolean }

/** The fonts of a file that is being written, each of which is in it once. */
export class PageFonts {
  readonly #pdf: PdfOutput
  readonly #fonts = new Map<string, NamedFont>()

  constructor(pdf: PdfOutput) {
    this.#pdf = pdf
  }

  pick(text: string, choice: FontChoice): NamedFont {
    const isStandard = isWindows1252(text)
    const key = isStandard ? choice.standard : choice.other
    const known = this.#fonts.get(key)
    if (known) return known
    const number = this.#pdf.reserve()
    const made = { name: `F${this.#fonts.size + 1}`, font: pickFont(text, choice), number, isStandard }
    this.#fonts.set(key, made)
    return made
  }

  /** Once all text is shown. */
  write(): void {
    for (const { font, number } of this.#fonts.values()) font.write(this.#pdf, number)
  }
}

export function fontResources(fonts: Iterable<NamedFont>): string {
  const entries = Array.from(new Set(fonts), ({ name, number }) => `/${name} ${number} 0 R`)
  return entries.length === 0 ? '' : `/Font<<${entries.join('')}>>`
}
