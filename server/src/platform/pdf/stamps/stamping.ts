/** What is put upon a PDF and behind it. */
export type Stamping = {
  marks: Mark[]
  report: Report
  /** A file that travels within the PDF, for programs to read. */
  attachment?: { name: string; bytes: Uint8Array }
  /** The date of the result. */
  moment: Date
}

/** Where it stands on the page as readers show it: fractions of its width and height, from the top left corner. */
export type Mark = {
  /** From 1. */
  page: number
  x: number
  y: number
  width: number
  height: number
  drawing: Drawing
  /** Small lines below the drawing. */
  caption: string[]
}

export type Drawing = { kind: 'typed'; text: string } | DrawnByHand

/** A stroke is x, y, x, y …, each from 0 to 1 within the pad it was drawn on, from the top left corner. */
export type DrawnByHand = {
  kind: 'drawn'
  /** How many times as wide as high the pad was. */
  aspect: number
  strokes: number[][]
}

export type Report = {
  title: string
  paragraphs: string[]
  sections: { title: string; rows: [label: string, value: string][] }[]
  /** At the foot of each page, beside its number. */
  footer: string
}

/** A mark is for a page that the file does not have, or a page would not look as it did before. */
export type StampFault = { noSuchPage: number; pageCount: number } | { changedPage: number }

/** A page hides something that would be seen on it when it is stamped, or shows something that would be lost. */
export class ChangedPage extends Error {
  override readonly name = 'ChangedPage'
  readonly page: number

  constructor(page: number) {
    super(`Page ${page} would not look as it did before it was stamped.`)
    this.page = page
  }
}

/** More than people draw by hand, type as a name, or read below one. */
const MAX_POINTS = 20_000
const MAX_TYPED_CHARACTERS = 200
const MAX_CAPTION_LINES = 8
const MIN_ASPECT = 0.05
const MAX_ASPECT = 20
/** Sums of fractions are not exact. */
const TOLERANCE = 1e-6

/** Refuses marks that cannot stand on a page. */
export function checkMarks(marks: readonly Mark[]): void {
  for (const mark of marks) {
    if (!isWithinPage(mark)) throw new RangeError('A mark must lie within its page, and have a width and a height.')
    if (mark.caption.length > MAX_CAPTION_LINES) throw new RangeError('The caption of a mark has too many lines.')
    if (mark.drawing.kind === 'drawn') checkDrawn(mark.drawing)
    else if (mark.drawing.text.length > MAX_TYPED_CHARACTERS) throw new RangeError('The text of a mark is too long.')
  }
}

/** Throws when a worker reported a mark on a page that does not exist, or a page that stamping would change. */
export function checkPage<T extends object>(answer: T | StampFault | undefined): T | undefined {
  if (!answer) return undefined
  if ('changedPage' in answer) throw new ChangedPage(answer.changedPage)
  if (!('noSuchPage' in answer)) return answer
  throw new RangeError(`A mark is for page ${answer.noSuchPage}; the PDF has ${answer.pageCount}.`)
}

function isWithinPage({ x, y, width, height }: Mark): boolean {
  const isFraction = (one: number) => Number.isFinite(one) && one >= 0 && one <= 1 + TOLERANCE
  return [x, y, x + width, y + height].every(isFraction) && width > 0 && height > 0
}

function checkDrawn({ aspect, strokes }: DrawnByHand): void {
  if (!(aspect >= MIN_ASPECT && aspect <= MAX_ASPECT)) throw new RangeError('The pad of a drawing has no usable shape.')
  const numbers = strokes.reduce((sum, stroke) => sum + stroke.length, 0)
  if (numbers > 2 * MAX_POINTS) throw new RangeError('A drawing has too many points.')
  const isUsable = strokes.every((stroke) => stroke.length % 2 === 0 && stroke.every((one) => one >= 0 && one <= 1))
  if (!isUsable) throw new RangeError('A stroke must be pairs of numbers from 0 to 1.')
}
