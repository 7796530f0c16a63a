import type { Pdfium } from './load-pdfium.ts'
import { drawnSize, type PageSize } from './page-size.ts'
import { withForm, withPage, withPicture } from './read-with-pdfium.ts'

/** A page of a document as people see it, and the page that was made of it. `isExact` asks for equal pixels. */
export type PagePair = { seen: number; made: number; isExact: boolean }
type Picture = PageSize & { rows: Uint8Array }

/** Pixels for each point of the width of a page: where a fraction of one may differ, letters must differ by several. */
const PIXELS_A_POINT = { exact: 1, near: 3 }
/** How much a shade may differ where all around is one colour; nobody reads what is as pale. */
const MAX_DIFFERENCE = 8
/** Five pixels of three shades, and more in a long text: a few edges differ further. Another digit differs in more pixels. */
const MAX_OUTLIERS = 15
const MAX_OUTLIER_SHARE = 0.005
const CHANNELS = 3

/** The first page of a document that looks otherwise in the one that was made of it, by its number in the first. */
export function firstChangedPage(
  pdfium: Pdfium,
  { seen, made }: { seen: number; made: number },
  pairs: Iterable<PagePair>,
): number | undefined {
  return withForm(pdfium, seen, (form) => {
    for (const pair of pairs) {
      const scale = PIXELS_A_POINT[pair.isExact ? 'exact' : 'near']
      const one = pictureOf(pdfium, { document: seen, form, page: pair.seen }, scale)
      const other = pictureOf(pdfium, { document: made, form: 0, page: pair.made }, scale)
      if (!one || !other || !looksLike(one, other, pair.isExact)) return pair.seen
    }
    return undefined
  })
}

function pictureOf(pdfium: Pdfium, page: Parameters<typeof withPage>[1], scale: number): Picture | undefined {
  return withPage(pdfium, page, (handle) => {
    const size = { width: pdfium._FPDF_GetPageWidth(handle), height: pdfium._FPDF_GetPageHeight(handle) }
    if (!(size.width > 0 && size.height > 0)) return undefined
    const drawn = drawnSize(size, size.width * scale)
    return withPicture(pdfium, { page: handle, form: page.form }, drawn, (rows) => ({ ...drawn, rows: rows.slice() }))
  })
}

function looksLike(one: Picture, other: Picture, isExact: boolean): boolean {
  if (one.width !== other.width || one.height !== other.height) return false
  if (Buffer.from(one.rows.buffer).equals(other.rows)) return true
  if (isExact) return false
  let different = 0
  let outliers = 0
  // Millions of bytes: an iterator would take ten times as long.
  for (let at = 0; at < one.rows.length; at += 1) {
    const shade = one.rows[at] ?? 0
    const own = other.rows[at] ?? 0
    if (shade === own) continue
    different += 1
    if (!isAround(shade, other, at) || !isAround(own, one, at)) outliers += 1
  }
  return outliers <= MAX_OUTLIERS + different * MAX_OUTLIER_SHARE
}

/**
 * Whether a shade is one that the other picture has next to the same place, or one between these. The edges of letters
 * that stand a fraction of a pixel further may go beyond by half of their contrast.
 */
function isAround(shade: number, { rows, width, height }: Picture, at: number): boolean {
  const rowBytes = rows.length / height
  const row = Math.floor(at / rowBytes)
  const column = at % rowBytes
  let least = 255
  let most = 0
  for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y += 1) {
    for (let x = column - CHANNELS; x <= column + CHANNELS; x += CHANNELS) {
      // Each row begins with a byte that is no pixel.
      if (x < 1 || x > CHANNELS * width) continue
      const near = rows[y * rowBytes + x] ?? 0
      least = Math.min(least, near)
      most = Math.max(most, near)
    }
  }
  const slack = MAX_DIFFERENCE + (most - least) / 2
  return shade >= least - slack && shade <= most + slack
}
