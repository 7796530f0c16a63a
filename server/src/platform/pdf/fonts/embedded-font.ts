import { hexCode } from '#platform/pdf/hex-text.ts'
import type { PdfOutput } from '#platform/pdf/pdf-output.ts'
import { type FontFace, fontFace, type ShapedGlyph } from './font-face.ts'
import type { Cluster, Glyph, PageFont } from './page-font.ts'
import { precise, ShownGlyphs } from './shown-glyphs.ts'
import { type Code, writeFont } from './write-font.ts'

type Named = { name: string; number: number }

/** Codes that are left are for glyphs alone, whose text can then not be searched. */
const MAX_CODES_WITH_TEXT = 0xd000
const MAX_CODES = 0xffff

/** A font that comes with the document, cut down to the glyphs that are shown. */
export class EmbeddedFont implements PageFont {
  readonly #path: string
  readonly #nameIt: () => Named
  readonly #codes = new Map<number, Map<string, Code>>()
  readonly #all: Code[] = []
  #named: Named | undefined

  /** The name is asked for once something is shown. */
  constructor(path: string, nameIt: () => Named) {
    this.#path = path
    this.#nameIt = nameIt
  }

  get #face(): FontFace {
    return fontFace(this.#path)
  }

  get #own(): Named {
    this.#named ??= this.#nameIt()
    return this.#named
  }

  get name(): string {
    return this.#own.name
  }

  get number(): number {
    return this.#own.number
  }

  has(character: string): boolean {
    return this.#face.codePoints.has(character.codePointAt(0) ?? 0)
  }

  shape(run: string, isRightToLeft: boolean): Cluster[] {
    const groups = groupsOf(this.#face.shape(run, isRightToLeft))
    if (isRightToLeft) groups.reverse()
    const own = { isRightToLeft, font: this, startsWord: false }
    return groups.flatMap((glyphs, index) => {
      const at = index === 0 ? 0 : (glyphs[0]?.cluster ?? 0)
      const text = run.slice(at, groups[index + 1]?.[0]?.cluster ?? run.length)
      if (glyphs.some(({ id }) => id === 0)) return this.#boxes(text, at).map((box) => ({ ...own, ...box }))
      return { ...own, text, at, width: widthOf(glyphs), glyphs }
    })
  }

  /** One for each character, so that each can be searched and copied. */
  #boxes(text: string, at: number): Pick<Cluster, 'text' | 'at' | 'width' | 'glyphs'>[] {
    const { missing } = this.#face
    let next = at
    return Array.from(text, (character) => {
      const start = next
      next += character.length
      return { text: character, at: start, width: missing.advance, glyphs: [missing] }
    })
  }

  show(clusters: readonly Cluster[], size: number): string {
    const line = new ShownGlyphs(size)
    let pen = 0
    for (const cluster of clusters) {
      this.#add(line, cluster, pen)
      pen += cluster.width
    }
    return `/${this.name} ${precise(size)} Tf ${line.end(pen)}`
  }

  #add(line: ShownGlyphs, { text, width, glyphs, isRightToLeft }: Cluster, left: number): void {
    // Readers turn around what is written from the right character by character, also within a ligature.
    const told = isRightToLeft && text.length > 1 ? [...text].reverse().join('') : text
    const [first, ...others] = glyphs
    if (!first) return
    // What is wider than its glyphs has its blank behind it.
    const start = isRightToLeft ? left + width - widthOf(glyphs) : left
    if (others.length === 0) this.#show(line, this.#codeOf(first.id, told), { x: start + first.x, y: first.y })
    else this.#addSeveral(line, { told, glyphs, start })
  }

  /** Readers take what is between the first and the last glyph for the place of all of them, and what is not for a blank. */
  #addSeveral(
    line: ShownGlyphs,
    { told, glyphs, start }: { told: string; glyphs: readonly Glyph[]; start: number },
  ): void {
    line.startSpan(told)
    this.#show(line, this.#codeOf(this.#face.blank, told), { x: start, y: 0 })
    for (const { id, x, y } of marksFirst(glyphs, start)) this.#show(line, this.#codeOf(id, ''), { x, y })
    line.endSpan()
  }

  #show(line: ShownGlyphs, code: Code, { x, y }: { x: number; y: number }): void {
    line.show(code.hex, { x, y, advance: code.advance })
  }

  #codeOf(glyph: number, text: string): Code {
    const texts = this.#codes.get(glyph) ?? new Map<string, Code>()
    this.#codes.set(glyph, texts)
    const known = texts.get(text)
    if (known) return known
    const count = this.#all.length + 1
    if (count > MAX_CODES_WITH_TEXT && text !== '') return this.#codeOf(glyph, '')
    if (count > MAX_CODES) return { number: 0, hex: hexCode(0), glyph: 0, advance: this.#face.advanceOf(0), text: '' }
    const code = { number: count, hex: hexCode(count), glyph, advance: this.#face.advanceOf(glyph), text }
    texts.set(text, code)
    this.#all.push(code)
    return code
  }

  write(pdf: PdfOutput): void {
    if (this.#named) writeFont(pdf, this.#named.number, this.#face, this.#all)
  }
}

/** Glyphs of one cluster follow each other. */
function groupsOf(glyphs: readonly ShapedGlyph[]): ShapedGlyph[][] {
  const groups: ShapedGlyph[][] = []
  for (const glyph of glyphs) {
    const last = groups.at(-1)
    if (last?.[0]?.cluster === glyph.cluster) last.push(glyph)
    else groups.push([glyph])
  }
  return groups
}

function marksFirst(glyphs: readonly Glyph[], start: number): { id: number; x: number; y: number; advance: number }[] {
  let pen = start
  const placed = glyphs.map(({ id, advance, x, y }) => {
    const at = pen
    pen += advance
    return { id, x: at + x, y, advance }
  })
  return placed.sort((one, other) => Number(one.advance > 0) - Number(other.advance > 0))
}

function widthOf(glyphs: readonly Glyph[]): number {
  return glyphs.reduce((sum, { advance }) => sum + advance, 0)
}
