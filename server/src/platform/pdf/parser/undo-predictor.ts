import { UnreadablePdf } from '#platform/pdf/unreadable-pdf.ts'

type Prediction = (left: number, above: number, aboveLeft: number) => number

/** The five row filters of PNG, each by its number. */
const PREDICTIONS: Prediction[] = [
  nothing,
  (left) => left,
  (_, above) => above,
  (left, above) => (left + above) >> 1,
  paeth,
]

/** Rows of single bytes, each behind the number of its filter, as they were before they were filtered. */
export function undoPredictor(bytes: Buffer, columns: number): Buffer {
  const plain = Buffer.alloc(bytes.length)
  let predict: Prediction = nothing
  let to = 0
  let column = 0
  for (let from = 0; from < bytes.length; from += 1) {
    const byte = bytes[from] ?? 0
    if (column === 0) predict = predictionOf(byte)
    else {
      const left = column > 1 ? (plain[to - 1] ?? 0) : 0
      const above = plain[to - columns] ?? 0
      const aboveLeft = column > 1 ? (plain[to - columns - 1] ?? 0) : 0
      plain[to] = byte + predict(left, above, aboveLeft)
      to += 1
    }
    column = column === columns ? 0 : column + 1
  }
  return plain.subarray(0, to)
}

function predictionOf(filter: number): Prediction {
  const prediction = PREDICTIONS[filter]
  if (!prediction) throw new UnreadablePdf()
  return prediction
}

function nothing(): number {
  return 0
}

function paeth(left: number, above: number, aboveLeft: number): number {
  const guess = left + above - aboveLeft
  const byLeft = Math.abs(guess - left)
  const byAbove = Math.abs(guess - above)
  const byBoth = Math.abs(guess - aboveLeft)
  if (byLeft <= byAbove && byLeft <= byBoth) return left
  return byAbove <= byBoth ? above : aboveLeft
}
