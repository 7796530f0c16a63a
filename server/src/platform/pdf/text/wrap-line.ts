const BLANK = ' '

/** A line as lines that are no wider than this. They end at blanks, which are then left out, or within a word that has no line to fit on. */
export function* wrapLine(
  characters: Iterable<string>,
  maxWidth: number,
  widthOf: (character: string) => number,
): Generator<string> {
  let line = ''
  let width = 0
  // Where the last word begins; blanks before the first word are no place to end a line.
  let word = { at: 0, width: 0 }
  let hasWord = false
  let isAfterEnd = false
  for (const character of characters) {
    if (isAfterEnd && character === BLANK) continue
    isAfterEnd = false
    const more = widthOf(character)
    if (width + more > maxWidth && line !== '') {
      const end = word.at > 0 && character !== BLANK ? word : { at: line.length, width }
      yield line.slice(0, end.at).trimEnd()
      line = line.slice(end.at)
      width -= end.width
      word = { at: 0, width: 0 }
      hasWord = line !== ''
      isAfterEnd = character === BLANK
      if (isAfterEnd) continue
    }
    line += character
    width += more
    if (character !== BLANK) hasWord = true
    else if (hasWord) word = { at: line.length, width }
  }
  if (!isAfterEnd) yield line.trimEnd()
}
