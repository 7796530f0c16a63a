import type { PageFont } from '#platform/pdf/fonts/page-font.ts'
import { pickFont } from '#platform/pdf/fonts/pick-font.ts'
import { printableText } from '#platform/pdf/text/printable-text.ts'
import { wrapLine } from '#platform/pdf/text/wrap-line.ts'
import { A4, a4Pdf, textBlock, type WrittenPdf } from './a4-pdf.ts'

export type Letter = {
  /** The lines of the address, in a window envelope. */
  address: string[]
  /** On the side where the window of the envelope is. */
  window: 'left' | 'right'
  /** Small print at the foot: what the envelope holds, a contact on error. */
  notes: string[]
}

const FONTS = { standard: 'Helvetica', other: 'DejaVuSans' } as const
const MILLIMETRE = 72 / 25.4
/**
 * In millimetres. Left as in DIN 5008 (the field begins at 20 and 45), right as in France (at 100 and 50).
 * A page can slip by a centimetre in a DL envelope: this is what stays in sight.
 */
const WINDOWS = {
  left: { left: 25, top: 50, width: 75 },
  right: { left: 105, top: 50, width: 85 },
}
const FOOT = { left: 25, bottom: 15, width: 165 }
const ADDRESS_TYPE = { size: 11, lineHeight: 14 }
const NOTES_TYPE = { size: 7.5, lineHeight: 9.5 }
/** Together they fit on the page, whatever they say. */
const MAX_ADDRESS_LINES = 24
const MAX_NOTE_LINES = 16

/** An A4 page with an address, to lie before what is in the envelope. What no window could show is cut off. */
export function letterPage(letter: Letter): WrittenPdf {
  const address = letter.address.flatMap(linesOf)
  const notes = letter.notes.flatMap(linesOf)
  const font = pickFont([...address, ...notes].join('\n'), FONTS)
  const content = contentOf(address, notes, WINDOWS[letter.window], font)
  return a4Pdf([content], font)
}

function linesOf(text: string): string[] {
  return printableText(text)
    .replaceAll('\t', ' ')
    .split(/[\n\f]/)
    .map((line) => line.trim())
}

function contentOf(address: string[], notes: string[], window: typeof WINDOWS.left, font: PageFont): string {
  const addressLines = wrap(address, window.width, ADDRESS_TYPE.size, font).slice(0, MAX_ADDRESS_LINES)
  const noteLines = wrap(notes, FOOT.width, NOTES_TYPE.size, font).slice(0, MAX_NOTE_LINES)
  const addressTop = round(A4.height - window.top * MILLIMETRE - ADDRESS_TYPE.size)
  const notesTop = round(FOOT.bottom * MILLIMETRE + (noteLines.length - 1) * NOTES_TYPE.lineHeight)
  const blocks = [
    textBlock(addressLines, font, {
      ...ADDRESS_TYPE,
      left: round(window.left * MILLIMETRE),
      firstBaseline: addressTop,
    }),
    textBlock(noteLines, font, { ...NOTES_TYPE, left: round(FOOT.left * MILLIMETRE), firstBaseline: notesTop }),
  ]
  return blocks.filter((block) => block !== '').join('\n')
}

function wrap(lines: string[], width: number, size: number, font: PageFont): string[] {
  const maxWidth = (width * MILLIMETRE * 1000) / size
  return lines.flatMap((line) => [...wrapLine(line, maxWidth, font.widthOf)])
}

const round = (length: number) => Math.round(length * 100) / 100
