import type { PdfOutput } from '#platform/pdf/pdf-output.ts'

/** One outline that is drawn. Lengths are in thousandths of the size of the font. */
export type Glyph = {
  id: number
  /** How far the pen moves. */
  advance: number
  /** Where it is drawn, seen from the pen. */
  x: number
  y: number
}

/** Characters that are drawn together: no line ends between them. */
export type Cluster = {
  text: string
  /** Where it begins in the text that was shaped. */
  at: number
  /** In thousandths of the size of the font; 0 for an accent that is drawn above what stands before it. */
  width: number
  /** From left to right; empty for a font that draws characters by itself. */
  glyphs: readonly Glyph[]
  isRightToLeft: boolean
  font: PageFont
  /** A line may begin here although no blank stands before it, as between words in Thai or Chinese. */
  startsWord: boolean
}

/** A font for one document: once all text is shown, it is written with what that needs. */
export type PageFont = {
  /** What pages call it. */
  readonly name: string
  readonly number: number
  has(character: string): boolean
  /** The clusters of a run of one direction, in the order in which they are read. */
  shape(run: string, isRightToLeft: boolean): Cluster[]
  /** The operators that show clusters of this font, from left to right. */
  show(clusters: readonly Cluster[], size: number): string
  write(pdf: PdfOutput): void
}

/** The font for a text, then those for what it has not. They are asked one after the other: some have large files. */
export type Typeface = readonly [PageFont, ...PageFont[]]
