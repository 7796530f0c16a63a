import type { PdfOutput } from '#platform/pdf/pdf-output.ts'
import { EmbeddedFont } from './embedded-font.ts'
import { type OwnFontName, ownFontPath } from './font-face.ts'
import type { PageFont, Typeface } from './page-font.ts'
import { isWindows1252, type StandardFontName, standardFont } from './standard-font.ts'

export type FontNames = readonly [OwnFontName, ...OwnFontName[]]

/** The fonts of one document, each once. */
export class PageFonts {
  readonly #pdf: PdfOutput
  readonly #fontFiles: readonly string[]
  readonly #fonts = new Map<string, PageFont>()
  readonly #named: { name: string; number: number }[] = []

  /** `fontFiles` are the operator's, for what our own fonts have not. */
  constructor(pdf: PdfOutput, fontFiles: readonly string[]) {
    this.#pdf = pdf
    this.#fontFiles = fontFiles
  }

  /** Fonts that come with the file: what is sealed must not look different where a font is missing. */
  typeface([first, ...others]: FontNames): Typeface {
    const paths = [...others.map(ownFontPath), ...this.#fontFiles]
    return [this.#embedded(ownFontPath(first)), ...paths.map((path) => this.#embedded(path))]
  }

  /** The standard font, for a small file, if it can show all of a text. */
  typefaceFor(text: string, { standard, others }: { standard: StandardFontName; others: FontNames }): Typeface {
    return isWindows1252(text) ? [this.#standard(standard)] : this.typeface(others)
  }

  #embedded(path: string): PageFont {
    return this.#get(path, () => new EmbeddedFont(path, () => this.#newName()))
  }

  #standard(standard: StandardFontName): PageFont {
    return this.#get(standard, () => {
      const { name, number } = this.#newName()
      return standardFont(standard, name, number)
    })
  }

  #get(key: string, open: () => PageFont): PageFont {
    const font = this.#fonts.get(key) ?? open()
    this.#fonts.set(key, font)
    return font
  }

  #newName(): { name: string; number: number } {
    const named = { name: `F${this.#named.length + 1}`, number: this.#pdf.reserve() }
    this.#named.push(named)
    return named
  }

  /** Once all text is shown. */
  write(): void {
    for (const font of this.#fonts.values()) font.write(this.#pdf)
  }

  /** The entry for pages that use any font that was shown so far. */
  resources(): string {
    return fontResources(this.#named)
  }
}

/** The entry of a page or form that names its fonts. */
export function fontResources(fonts: Iterable<{ name: string; number: number }>): string {
  const entries = Array.from(new Set(fonts), ({ name, number }) => `/${name} ${number} 0 R`)
  return entries.length === 0 ? '' : `/Font<<${entries.join('')}>>`
}
