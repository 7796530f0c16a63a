const DELIMITERS = [',', ';', '\t']

/** Where the first row ends, if the text holds its end, and the delimiter that it uses most. */
export type FirstRow = { delimiter: string; end: number | undefined; isQuoted: boolean }

/** Looks at the first row that is not blank. `isQuoted` tells that the text ends between quotes. */
export function scanFirstRow(text: string): FirstRow {
  const counts = new Map(DELIMITERS.map((one) => [one, 0]))
  const isBetweenQuotes = quoteTracker()
  let isQuoted = false
  let isBlank = true
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    isQuoted = isBetweenQuotes(character)
    if (isQuoted) continue
    isBlank &&= isBlankSign(character)
    if (isBlank) continue
    if (character === '\n' || character === '\r') return { delimiter: mostFrequent(counts), end: at, isQuoted }
    const count = counts.get(character)
    if (count !== undefined) counts.set(character, count + 1)
  }
  return { delimiter: mostFrequent(counts), end: undefined, isQuoted }
}

/** Tracks for each character whether it is within quotes. */
function quoteTracker(): (character: string) => boolean {
  let isQuoted = false
  let before = '\n'
  return (character) => {
    // A quote opens a cell, or is doubled within one; elsewhere it is a character like any other.
    if (character === '"') isQuoted = !isQuoted && ('"\r\n'.includes(before) || DELIMITERS.includes(before))
    before = character
    return isQuoted
  }
}

function isBlankSign(character: string): boolean {
  return /\s/.test(character) && !DELIMITERS.includes(character)
}

/** Of delimiters that are used equally often, the first in `DELIMITERS`. */
function mostFrequent(counts: Map<string, number>): string {
  const [first] = [...counts].sort(([, one], [, other]) => other - one)
  return first?.[0] ?? ','
}
