/** What a line is made of: what stands together, and how wide it is. */
type Piece = {
  text: string
  width: number
  /** A line may begin here although no blank stands before it. */
  startsWord?: boolean
}

const BLANK = ' '

/** Lines that are no wider than this. They end at blanks, which are then left out, between words, or within a word that has no line to fit on. */
export function* wrapLine<P extends Piece>(pieces: Iterable<P>, maxWidth: number): Generator<P[]> {
  const line = new OpenLine<P>()
  let isAfterEnd = false
  for (const piece of pieces) {
    if (isAfterEnd && piece.text === BLANK) continue
    isAfterEnd = false
    if (line.width + piece.width > maxWidth && line.pieces.length > 0) {
      yield line.break(piece)
      isAfterEnd = piece.text === BLANK
    }
    if (!isAfterEnd) line.add(piece)
  }
  if (!isAfterEnd) yield withoutBlanksAtEnd(line.pieces)
}

/** The line that is being filled. */
class OpenLine<P extends Piece> {
  pieces: P[] = []
  width = 0
  /** Where the last word begins; blanks before the first word are no place to end a line. */
  #word = { at: 0, width: 0 }
  #hasWord = false

  add(piece: P): void {
    if (piece.startsWord && this.#hasWord) this.#word = { at: this.pieces.length, width: this.width }
    this.pieces.push(piece)
    this.width += piece.width
    if (piece.text !== BLANK) this.#hasWord = true
    else if (this.#hasWord) this.#word = { at: this.pieces.length, width: this.width }
  }

  /** Ends the line before this piece, which does not fit on it, and keeps the word that it continues. */
  break(piece: P): P[] {
    const isWithinWord = this.#word.at > 0 && piece.text !== BLANK && !piece.startsWord
    const end = isWithinWord ? this.#word : { at: this.pieces.length, width: this.width }
    const ended = withoutBlanksAtEnd(this.pieces.slice(0, end.at))
    this.pieces = this.pieces.slice(end.at)
    this.width -= end.width
    this.#word = { at: 0, width: 0 }
    this.#hasWord = this.pieces.length > 0
    return ended
  }
}

function withoutBlanksAtEnd<P extends Piece>(pieces: P[]): P[] {
  return pieces.slice(0, pieces.findLastIndex(({ text }) => text !== BLANK) + 1)
}
