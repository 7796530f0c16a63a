/** A line of the pen: x, y, x, y … as parts of the width and height of the pad. */
export type Stroke = number[]

/** How many times wider than high the pad is. */
export const PAD_ASPECT = 2.5
/** The units of the pad's own grid are a hundredth of its height. */
export const PAD_SIZE = { width: PAD_ASPECT * 100, height: 100 }

/** The server takes no more of one line, and no more lines. */
const MAX_POINTS = 2000
const MAX_STROKES = 200
/** Points that are nearer than this to the last one, in units of the pad, are of no use. */
const NEAREST = 0.6
/** What is shorter than this in all is a blot and no signature. */
const SHORTEST = 25

export type Point = { x: number; y: number }

/** The pen is put down. */
export function begun(strokes: Stroke[], point: Point): Stroke[] {
  return strokes.length >= MAX_STROKES ? strokes : [...strokes, flat(point)]
}

/** The pen is moved; a line that is too long goes on as another. */
export function drawnOn(strokes: Stroke[], point: Point): Stroke[] {
  const last = strokes.at(-1)
  if (!last) return begun(strokes, point)
  const [x = 0, y = 0] = last.slice(-2)
  const next = flat(point)
  if (distance([x, y], next) < NEAREST) return strokes
  if (last.length >= MAX_POINTS * 2) return begun(begun(strokes, { x, y }).slice(0, MAX_STROKES), point)
  return [...strokes.slice(0, -1), [...last, ...next]]
}

/** A line as a path that bends smoothly from point to point. */
export function pathOf(stroke: Stroke): string {
  const points = pointsOf(stroke)
  const [first, ...rest] = points
  if (!first) return ''
  if (rest.length === 0) return `M${first.join(' ')}l0.01 0`
  const bends = rest.slice(0, -1).map((point, index) => {
    const after = rest[index + 1] ?? point
    return `Q${point.join(' ')} ${(point[0] + after[0]) / 2} ${(point[1] + after[1]) / 2}`
  })
  return `M${first.join(' ')}${bends.join('')}L${(rest.at(-1) ?? first).join(' ')}`
}

/** Whether the drawing is more than a dot. */
export function isSignature(strokes: Stroke[]): boolean {
  return strokes.reduce((sum, stroke) => sum + lengthOf(stroke), 0) >= SHORTEST
}

function lengthOf(stroke: Stroke): number {
  const points = pointsOf(stroke)
  return points.slice(1).reduce((sum, [x, y], index) => {
    const [fromX = 0, fromY = 0] = points[index] ?? []
    return sum + Math.hypot(x - fromX, y - fromY)
  }, 0)
}

function pointsOf(stroke: Stroke): [number, number][] {
  return Array.from({ length: stroke.length / 2 }, (_, index) => [
    (stroke[index * 2] ?? 0) * PAD_SIZE.width,
    (stroke[index * 2 + 1] ?? 0) * PAD_SIZE.height,
  ])
}

function flat({ x, y }: Point): [number, number] {
  return [within(x), within(y)]
}

function within(part: number): number {
  return Math.round(Math.min(1, Math.max(0, part)) * 10_000) / 10_000
}

function distance([x, y]: [number, number], [toX, toY]: [number, number]): number {
  return Math.hypot((toX - x) * PAD_SIZE.width, (toY - y) * PAD_SIZE.height)
}
