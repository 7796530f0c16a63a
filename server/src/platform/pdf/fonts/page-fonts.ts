import type { PdfOutput } from '#platform/pdf/pdf-output.ts'
import { embeddedFont } from './embedded-font.ts'
import type { PageFont } from './page-font.ts'
import { type TrueTypeName, trueType } from './true-type.ts'

export type NamedFont = PageFont & { name: string; number: number; file: TrueTypeName }

/** Fonts that come with the file, each once: what is sealed must not look different where a font is missing. */
export class PageFonts {
  readonly #pdf: PdfOutput
  readonly #fonts = new Map<TrueTypeName, NamedFont>()

  constructor(pdf: PdfOutput) {
    this.#pdf = pdf
  }

  /** The first of the fonts that has all of the text, or else the last. */
  pick(text: string, choice: readonly [TrueTypeName, ...TrueTypeName[]]): NamedFont {
    const complete = choice.find((name) => hasAll(text, name))
    return this.#get(complete ?? choice.at(-1) ?? choice[0])
  }

  #get(file: TrueTypeName): NamedFont {
    const known = this.#fonts.get(file)
    if (known) return known
    const name = `F${this.#fonts.size + 1}`
    const number = this.#pdf.reserve()
    const made = { ...embeddedFont(trueType(file)), name, number, file }
    this.#fonts.set(file, made)
    return made
  }

  /** Once all text is shown. */
  write(): void {
    for (const font of this.#fonts.values()) font.write(this.#pdf, font.number)
  }
}

export function fontResources(fonts: Iterable<NamedFont>): string {
  const entries = Array.from(new Set(fonts), ({ name, number }) => `/${name} ${number} 0 R`)
  return entries.length === 0 ? '' : `/Font<<${entries.join('')}>>`
}

function hasAll(text: string, name: TrueTypeName): boolean {
  const { glyphs } = trueType(name)
  return Array.from(text).every((character) => character === '\n' || glyphs.has(character.codePointAt(0) ?? 0))
}
