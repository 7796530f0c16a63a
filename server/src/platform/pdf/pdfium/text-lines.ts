/** Left, top, width and height, in ten-thousandths of the width and the height of the page as it is shown. */
export type TextBox = [left: number, top: number, width: number, height: number]
/** Letters that follow each other without a gap. `turn` is clockwise, in degrees; most texts are not turned. */
export type TextRun = { text: string; box: TextBox; turn?: Turn }
export type Turn = 90 | 180 | 270
export type TextLine = TextRun[]

export type Letter = { text: string; turn: 0 | Turn; edges: Edges | undefined }
export type Edges = { left: number; top: number; right: number; bottom: number }

/** The unit of boxes: a whole page. */
export const PAGE_UNITS = 10_000
/** A wider gap, in heights of the line, is the next column of a table. */
const MAX_GAP = 0.8

/**
 * Puts the letters of a page together, in their order. A line breaks at a line break; within it, a run ends where
 * the next letter stands apart, so that the box of a run is where its words are.
 */
export function linesOf(letters: Iterable<Letter>): TextLine[] {
  const lines: OpenRun[][] = [[]]
  for (const letter of letters) {
    const line = lines.at(-1) ?? []
    if (letter.text === '\n') lines.push([])
    else if (!letter.edges || letter.text.trim() === '') addBlank(line)
    else addLetter(line, { ...letter, edges: letter.edges })
  }
  for (const line of lines) trimEnd(line)
  return lines.map((line) => line.flatMap((run) => finished(run) ?? [])).filter((line) => line.length > 0)
}

type OpenRun = { text: string; turn: 0 | Turn; edges: Edges; last: Edges }

function addBlank(line: OpenRun[]): void {
  const run = line.at(-1)
  if (run && !run.text.endsWith(' ')) run.text += ' '
}

function trimEnd(line: OpenRun[]): void {
  const run = line.at(-1)
  if (run) run.text = run.text.trimEnd()
}

function addLetter(line: OpenRun[], { text, turn, edges }: Letter & { edges: Edges }): void {
  const run = line.at(-1)
  if (!run || run.turn !== turn || isApart(run, edges)) {
    line.push({ text, turn, edges: { ...edges }, last: edges })
    return
  }
  run.text += text
  run.last = edges
  run.edges = {
    left: Math.min(run.edges.left, edges.left),
    top: Math.min(run.edges.top, edges.top),
    right: Math.max(run.edges.right, edges.right),
    bottom: Math.max(run.edges.bottom, edges.bottom),
  }
}

/** Along the line or across it. Text that runs from right to left has its next letter on the left. */
function isApart({ turn, edges, last }: OpenRun, next: Edges): boolean {
  const isUpright = turn === 90 || turn === 270
  const height = isUpright ? edges.right - edges.left : edges.bottom - edges.top
  const beside = Math.max(next.left - last.right, last.left - next.right)
  const below = Math.max(next.top - last.bottom, last.top - next.bottom)
  const [along, across] = isUpright ? [below, beside] : [beside, below]
  return along > height * MAX_GAP || across > 0
}

/** Undefined for what stands outside of the page. */
function finished({ text, turn, edges }: OpenRun): TextRun | undefined {
  const isShown = edges.right > 0 && edges.bottom > 0 && edges.left < PAGE_UNITS && edges.top < PAGE_UNITS
  if (!isShown) return undefined
  const box: TextBox = [
    Math.round(edges.left),
    Math.round(edges.top),
    Math.max(1, Math.round(edges.right - edges.left)),
    Math.max(1, Math.round(edges.bottom - edges.top)),
  ]
  return turn === 0 ? { text, box } : { text, box, turn }
}
