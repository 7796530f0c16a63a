import { type Box, newKey } from '#features/signatures/drafts/draft.ts'
import type { Position } from '#features/signatures/processes/processes.api.ts'

type Size = { width: number; height: number }

const USUAL: Size = { width: 0.3, height: 0.07 }
const LEAST: Size = { width: 0.1, height: 0.03 }
const MARGIN = 0.08
const GAP = 0.02

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
const rounded = (value: number) => Math.round(value * 10_000) / 10_000

/** The same box elsewhere on its page, never beyond its edges. */
export function moved<B extends Position>(box: B, dx: number, dy: number): B {
  return {
    ...box,
    x: rounded(within(box.x + dx, 0, 1 - box.width)),
    y: rounded(within(box.y + dy, 0, 1 - box.height)),
  }
}

/** The same box with another size; its upper left corner stays. */
export function resized<B extends Position>(box: B, dx: number, dy: number): B {
  return {
    ...box,
    width: rounded(within(box.width + dx, LEAST.width, 1 - box.x)),
    height: rounded(within(box.height + dy, LEAST.height, 1 - box.y)),
  }
}

/** A box around a point of a page. */
export function boxAt(page: number, x: number, y: number): Box {
  const corner = { x: x - USUAL.width / 2, y: y - USUAL.height / 2 }
  return { key: newKey(), ...moved({ page, ...corner, ...USUAL }, 0, 0) }
}

/** A box where signatures usually stand: at the foot of the page, from left to right, then above; beside the others. */
export function freeBox(page: number, others: Position[]): Box {
  const here = others.filter((one) => one.page === page)
  const columns = [0, 1].map((column) => MARGIN + column * (1 - 2 * MARGIN - USUAL.width))
  const rows = Array.from({ length: 8 }, (_, row) => 1 - MARGIN - USUAL.height - row * (USUAL.height + GAP))
  const places = rows.flatMap((y) => columns.map((x) => ({ page, x, y, ...USUAL })))
  const free = places.find((place) => !here.some((one) => overlap(one, place))) ?? places[0]
  return { key: newKey(), ...moved(free ?? { page, x: MARGIN, y: MARGIN, ...USUAL }, 0, 0) }
}

function overlap(one: Position, other: Position): boolean {
  const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x
  const isAbove = one.y + one.height <= other.y || other.y + other.height <= one.y
  return !isBeside && !isAbove
}
