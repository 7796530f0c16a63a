import { utf16Hex } from '#platform/pdf/hex-text.ts'

const BYTE_ORDER_MARK = '\ufeff'

/** The operators that show glyphs of one font, with the way between them where it is not the one of the font. */
export class ShownGlyphs {
  readonly #size: number
  #operators = ''
  #operands = ''
  #isWithinText = false
  /** Where a reader draws what comes next. */
  #at = 0
  #rise = 0

  constructor(size: number) {
    this.#size = size
  }

  /** Shows a glyph at this place, seen from where the line begins. */
  show(code: string, { x, y, advance }: { x: number; y: number; advance: number }): void {
    if (y !== this.#rise) this.#setRise(y)
    this.#moveTo(x)
    this.#operands += this.#isWithinText ? code : `<${code}`
    this.#isWithinText = true
    this.#at = x + advance
  }

  #moveTo(x: number): void {
    const back = Math.round((this.#at - x) * 100) / 100
    if (back === 0) return
    this.#operands += this.#isWithinText ? `>${back}` : `${back}`
    this.#isWithinText = false
    this.#at = x
  }

  #setRise(y: number): void {
    this.#flush()
    this.#operators += `${precise((y * this.#size) / 1000)} Ts `
    this.#rise = y
  }

  /** What several glyphs together say. */
  startSpan(text: string): void {
    this.#flush()
    this.#operators += `/Span<</ActualText<${utf16Hex(BYTE_ORDER_MARK + text)}>>>BDC `
  }

  endSpan(): void {
    this.#flush()
    this.#operators += 'EMC '
  }

  #flush(): void {
    if (this.#operands !== '') this.#operators += `[${this.#operands}${this.#isWithinText ? '>' : ''}]TJ `
    this.#operands = ''
    this.#isWithinText = false
  }

  /** What comes next begins at this place. */
  end(x: number): string {
    if (this.#rise !== 0) this.#setRise(0)
    this.#moveTo(x)
    this.#flush()
    return this.#operators.trimEnd()
  }
}

/** A size may be small, where two digits are not enough. */
export const precise = (length: number) => String(Math.round(length * 10_000) / 10_000)
