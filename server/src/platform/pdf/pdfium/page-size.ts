export type PageSize = { width: number; height: number }

const MIN_WIDTH = 16
const MAX_WIDTH = 2000
/** A page that is taller is made smaller: a roll of paper would otherwise ask for any amount of memory. */
const MAX_HEIGHTS_OF_WIDTH = 4

/** How large a page is drawn, in pixels, that is asked for in a width. */
export function drawnSize(page: PageSize, askedWidth: number): PageSize {
  const width = Math.min(Math.max(Math.round(askedWidth) || MIN_WIDTH, MIN_WIDTH), MAX_WIDTH)
  const height = Math.max(1, Math.round((width * page.height) / page.width))
  const maxHeight = width * MAX_HEIGHTS_OF_WIDTH
  if (height <= maxHeight) return { width, height }
  return { width: Math.max(1, Math.round((maxHeight * page.width) / page.height)), height: maxHeight }
}
