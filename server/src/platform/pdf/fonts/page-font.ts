import type { PdfOutput } from '#platform/pdf/pdf-output.ts'

/** A font for one document: once all text is shown, it is written with what that needs. */
export type PageFont = {
  /** In thousandths of the size of the font; 0 for an accent that is drawn above what stands before it. */
  widthOf(character: string): number
  /** The operator that shows a line of printable text. */
  show(line: string): string
  write(pdf: PdfOutput, number: number): void
}
