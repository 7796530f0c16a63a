import { UnreadablePdf } from '#platform/pdf/unreadable-pdf.ts'

type Prediction = (left: number, above: number, aboveLeft: number) => number

/** The five row filters of PNG, each by its number. */
const PREDICTIONS: Prediction[] = [
  () => 0,
  (left) => left,
  (_, above) => above,
  (left, above) => (left + above) >> 1,
  paeth,
]

/** Rows of single bytes, each behind the number of its filter, as they were before they were filtered. */
export function undoPredictor(bytes: Buffer, columns: number): Buffer {
  const plain = Buffer.alloc(bytes.length)
  let to = 0
  for (let from = 0; from < bytes.length; from += columns + 1) {
    const predict = PREDICTIONS[bytes[from] ?? 0]
    if (!predict) throw new UnreadablePdf()
    const length = Math.min(columns, bytes.length - from - 1)
    for (let column = 0; column < length; column += 1) {
      const left = column > 0 ? (plain[to - 1] ?? 0) : 0
      const above = plain[to - columns] ?? 0
      const aboveLeft = column > 0 ? (plain[to - columns - 1] ?? 0) : 0
      plain[to] = (bytes[from + 1 + column] ?? 0) + predict(left, above, aboveLeft)
      to += 1
    }
  }
  return plain.subarray(0, to)
}

function paeth(left: number, above: number, aboveLeft: number): number {
  const guess = left + above - aboveLeft
  const byLeft = Math.abs(guess - left)
  const byAbove = Math.abs(guess - above)
  const byBoth = Math.abs(guess - aboveLeft)
  if (byLeft <= byAbove && byLeft <= byBoth) return left
  return byAbove <= byBoth ? above : aboveLeft
}
