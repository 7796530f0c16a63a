import type { DrawnByHand } from './stamping.ts'

export type Box = { left: number; bottom: number; width: number; height: number }
type Point = { x: number; y: number }

/** What is drawn smaller than this part of the pad is not made larger than if it were so large. */
const MIN_PART = 0.3
const MIN_PEN = 0.5
const MAX_PEN = 1.6
const PEN_OF_HEIGHT = 0.035
const ROUND = '1 J 1 j'

/** Strokes as a pen leaves them, as large as fits into the box, from its left. */
export function drawStrokes({ aspect, strokes }: DrawnByHand, box: Box): string {
  const pen = Math.min(Math.max(box.height * PEN_OF_HEIGHT, MIN_PEN), MAX_PEN)
  // On the pad, whose height is 1.
  const lines = strokes.map((stroke) => pointsOf(stroke, aspect)).filter((line) => line.length > 0)
  if (lines.length === 0) return ''
  const place = placement(lines.flat(), aspect, {
    left: box.left + pen / 2,
    bottom: box.bottom + pen / 2,
    width: box.width - pen,
    height: box.height - pen,
  })
  const drawn = lines.map((line) => `${curveThrough(line.map(place))} S`)
  return [`${ROUND} ${shown(pen)} w`, ...drawn].join('\n')
}

function pointsOf(stroke: readonly number[], aspect: number): Point[] {
  const points: Point[] = []
  for (let at = 0; at + 1 < stroke.length; at += 2)
    points.push({ x: (stroke[at] ?? 0) * aspect, y: stroke[at + 1] ?? 0 })
  return points
}

function placement(points: readonly Point[], aspect: number, box: Box): (point: Point) => Point {
  const { least: left, most: right } = extent(points.map(({ x }) => x))
  const { least: top, most: bottom } = extent(points.map(({ y }) => y))
  const width = Math.max(right - left, MIN_PART * aspect)
  const height = Math.max(bottom - top, MIN_PART)
  const scale = Math.min(box.width / width, box.height / height)
  // What fills the box only in part stands on its lower edge.
  return ({ x, y }) => ({ x: box.left + (x - left) * scale, y: box.bottom + (bottom - y) * scale })
}

function extent(numbers: readonly number[]): { least: number; most: number } {
  return numbers.reduce(({ least, most }, one) => ({ least: Math.min(least, one), most: Math.max(most, one) }), {
    least: Number.POSITIVE_INFINITY,
    most: Number.NEGATIVE_INFINITY,
  })
}

/** A curve that bends at each point and goes through the middle between two. */
function curveThrough(points: readonly Point[]): string {
  const [first, ...rest] = points
  const last = points.at(-1)
  if (!first || !last) return ''
  // A dot is a line to almost where it began: not all readers draw one without any length.
  if (rest.length === 0) return `${at(first)} m ${at({ x: first.x + 0.01, y: first.y })} l`
  let path = `${at(first)} m`
  let from = first
  for (const [index, bend] of rest.slice(0, -1).entries()) {
    const to = middle(bend, rest[index + 1] ?? bend)
    path += ` ${at(towards(from, bend))} ${at(towards(to, bend))} ${at(to)} c`
    from = to
  }
  return `${path} ${at(last)} l`
}

const middle = (one: Point, other: Point) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })
/** Two thirds of the way: so a curve with two controls is one with a single control. */
const towards = (from: Point, to: Point) => ({
  x: from.x + ((to.x - from.x) * 2) / 3,
  y: from.y + ((to.y - from.y) * 2) / 3,
})
const at = ({ x, y }: Point) => `${shown(x)} ${shown(y)}`

/** A length as PDF writes it. */
export function shown(length: number): string {
  return String(Math.round(length * 100) / 100)
}
