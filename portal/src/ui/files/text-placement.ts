import type { TextRun } from './page-texts.ts'

/** How wide a text is, in heights of its letters. */
export type Measure = (text: string) => number

export type Placement = { left: string; top: string; fontSize: string; transform: string }

/** A whole page, in the unit of boxes. */
const PAGE = 10_000
/** What a part of the width or of the height is in CSS, where the page is the container. */
const ofWidth = (part: number) => `${round((part / PAGE) * 100)}cqw`
const ofHeight = (part: number) => `${round((part / PAGE) * 100)}cqh`
const round = (value: number) => Math.round(value * 1000) / 1000

/**
 * Where a run stands on a page, however large the page is shown: as high as its box, and stretched to the width of it,
 * because the letters of the page are of another font.
 */
export function placementOf({ text, box, turn = 0 }: TextRun, ratio: number, measure: Measure): Placement {
  const [left = 0, top = 0, width = 0, height = 0] = box
  const isUpright = turn === 90 || turn === 270
  const [length, size] = isUpright ? [height * ratio, width] : [width, height * ratio]
  const natural = measure(text.trimEnd()) * size
  const stretch = natural > 0 ? round(length / natural) : 1
  const rotation = turn === 0 ? '' : `rotate(${turn}deg) `
  return {
    // The corner where the text begins, which it is turned around.
    left: ofWidth(turn === 90 || turn === 180 ? left + width : left),
    top: ofHeight(turn === 180 || turn === 270 ? top + height : top),
    fontSize: isUpright ? ofWidth(width) : ofHeight(height),
    transform: `${rotation}scaleX(${stretch})`,
  }
}
