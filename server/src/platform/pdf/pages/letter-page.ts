import type { Typeface } from '#platform/pdf/fonts/page-font.ts'
import { printableText } from '#platform/pdf/text/printable-text.ts'
import { type Line, setLines } from '#platform/pdf/text/set-lines.ts'
import { A4, a4Pdf, textBlock, type WrittenPdf } from './a4-pdf.ts'

export type Letter = {
  /** The lines of the address, in a window envelope. */
  address: string[]
  /** On the side where the window of the envelope is. */
  window: 'left' | 'right'
  /** Small print at the foot: what the envelope holds, a contact on error. */
  notes: string[]
}

const FONTS = { standard: 'Helvetica', others: ['DejaVuSans'] } as const
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
export function letterPage(letter: Letter, fontFiles: readonly string[] = []): WrittenPdf {
  const address = letter.address.flatMap(linesOf)
  const notes = letter.notes.flatMap(linesOf)
  return a4Pdf(
    (fonts) => {
      const typeface = fonts.typefaceFor([...address, ...notes].join('\n'), FONTS)
      return [contentOf({ address, notes, window: WINDOWS[letter.window] }, typeface)]
    },
    { fontFiles },
  )
}

function linesOf(text: string): string[] {
  return printableText(text)
    .replaceAll('\t', ' ')
    .split(/[\n\f]/)
    .map((line) => line.trim())
}

type Content = { address: string[]; notes: string[]; window: typeof WINDOWS.left }

function contentOf({ address, notes, window }: Content, typeface: Typeface): string {
  const addressLines = wrap(address, typeface, { ...ADDRESS_TYPE, width: window.width, maxLines: MAX_ADDRESS_LINES })
  const noteLines = wrap(notes, typeface, { ...NOTES_TYPE, width: FOOT.width, maxLines: MAX_NOTE_LINES })
  const addressTop = round(A4.height - window.top * MILLIMETRE - ADDRESS_TYPE.size)
  const notesTop = round(FOOT.bottom * MILLIMETRE + (noteLines.length - 1) * NOTES_TYPE.lineHeight)
  const blocks = [
    textBlock(addressLines, { ...ADDRESS_TYPE, ...columnOf(window), firstBaseline: addressTop }),
    textBlock(noteLines, { ...NOTES_TYPE, ...columnOf(FOOT), firstBaseline: notesTop }),
  ]
  return blocks.filter((block) => block !== '').join('\n')
}

/** In points. */
function columnOf({ left, width }: { left: number; width: number }): { left: number; width: number } {
  return { left: round(left * MILLIMETRE), width: round(width * MILLIMETRE) }
}

type Wrapping = { width: number; size: number; maxLines: number }

function wrap(lines: string[], typeface: Typeface, { width, size, maxLines }: Wrapping): Line[] {
  const maxWidth = (width * MILLIMETRE * 1000) / size
  const wrapped: Line[] = []
  for (const line of lines) {
    for (const one of setLines(line, typeface, { maxWidth })) {
      if (wrapped.length === maxLines) return wrapped
      wrapped.push(one)
    }
  }
  return wrapped
}

const round = (length: number) => Math.round(length * 100) / 100
