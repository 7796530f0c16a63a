const BLANK = ' '

/** A line as lines that are no wider than this. They end at blanks, which are then left out, or within a word that has no line to fit on. */
export function* wrapLine(
  characters: Iterable<string>,
  maxWidth: number,
  widthOf: (character: string) => number,
): Generator<string> {
  const line = new OpenLine()
  let isAfterEnd = false
  for (const character of characters) {
    if (isAfterEnd && character === BLANK) continue
    isAfterEnd = false
    const width = widthOf(character)
    if (line.width + width > maxWidth && line.text !== '') {
      yield line.break(character)
      isAfterEnd = character === BLANK
    }
    if (!isAfterEnd) line.add(character, width)
  }
  if (!isAfterEnd) yield line.text.trimEnd()
}

/** The line that is being filled. */
class OpenLine {
  text = ''
  width = 0
  /** Where the last word begins; blanks before the first word are no place to end a line. */
  #word = { at: 0, width: 0 }
  #hasWord = false

  add(character: string, width: number): void {
    this.text += character
    this.width += width
    if (character !== BLANK) this.#hasWord = true
    else if (this.#hasWord) this.#word = { at: this.text.length, width: this.width }
  }

  /** Ends the line before this character, which does not fit on it, and keeps the word that it continues. */
  break(character: string): string {
    const isWithinWord = this.#word.at > 0 && character !== BLANK
    const end = isWithinWord ? this.#word : { at: this.text.length, width: this.width }
    const ended = this.text.slice(0, end.at).trimEnd()
    this.text = this.text.slice(end.at)
    this.width -= end.width
    this.#word = { at: 0, width: 0 }
    this.#hasWord = this.text !== ''
    return ended
  }
}
