import type { Locator, Page } from 'playwright-core'
import { eventually } from '#test/harness/eventually.ts'

/** Text that somebody cannot read to its end, and a page that is wider than the screen. Runs in the page. */
const CLIPPED = `(() => {
  const found = []
  // Most texts have most of what is around them in common.
  const looks = new Map()
  const lookOf = (element) => {
    if (!looks.has(element)) {
      const { clipPath, visibility, opacity, overflowX, display } = getComputedStyle(element)
      const isUnseen =
        clipPath !== 'none' || visibility === 'hidden' || opacity === '0' || element.offsetWidth <= 1
      looks.set(element, { isUnseen, overflowX, display, box: element.getBoundingClientRect() })
    }
    return looks.get(element)
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const words = text.textContent.trim()
    if (words === '' || text.parentElement.closest('script, style, svg, textarea')) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const boxes = [...range.getClientRects()]
    if (boxes.length === 0) continue
    const left = Math.min(...boxes.map((box) => box.left))
    const right = Math.max(...boxes.map((box) => box.right))
    const above = []
    for (let one = text.parentElement; one && one !== document.body; one = one.parentElement) above.push(one)
    if (above.some((one) => lookOf(one).isUnseen)) continue
    for (const one of above) {
      const { overflowX, display, box } = lookOf(one)
      if (/auto|scroll/.test(overflowX)) break
      if (display === 'inline' || overflowX === 'visible') continue
      if (right <= box.right + 1 && left >= box.left - 1) continue
      found.push('"' + words.slice(0, 60) + '" is cut by ' + one.tagName + '.' + one.className)
      break
    }
  }
  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth) found.push('the page is ' + scrollWidth + ' wide')
  return found
})()`

/** Everything on the page that is cut off; empty when all of it can be read. */
export const clippedOn = (page: Page) => page.evaluate<string[]>(CLIPPED)

/** The page has its heading, and nothing on it is still on its way. */
export const isDrawn = (page: Page) =>
  eventually(() =>
    page.evaluate<boolean>(`document.querySelector('main h1') !== null &&
      document.querySelector('main .mantine-Skeleton-root, main .mantine-Loader-root') === null`),
  )

type Box = { x: number; y: number; width: number; height: number }

export async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox()
  if (!box) throw new Error(`${locator} is not to be seen`)
  return box
}

/** What is seen of a box below a header of this height. */
export const below = (header: number, { x, y, width, height }: Box): Box => {
  const top = Math.max(y, header)
  return { x, y: top, width, height: Math.max(0, y + height - top) }
}

export const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height
