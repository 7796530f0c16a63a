/** How a letter looks alone, at the end of a word, at its beginning and within it; some join only what stands before them. */
type Forms = { alone: string; last: string; first?: string; middle?: string }

const FIRST_FORM = 0xfe81
const LAST_FORM = 0xfefc
const MARK = /\p{M}/u
const LENGTHENER = '\u0640'
const forms = allForms()

/** Arabic letters as they look where they stand. Each has a character of its own, whose plain form Unicode tells. */
export function joinArabic(line: string): string {
  const letters = withPairs([...line])
  return letters.map((letter, at) => formOf(letter, neighbour(letters, at, -1), neighbour(letters, at, 1))).join('')
}

function allForms(): Map<string, Forms> {
  const found = new Map<string, string[]>()
  for (let code = FIRST_FORM; code <= LAST_FORM; code += 1) {
    const form = String.fromCharCode(code)
    const letter = form.normalize('NFKC')
    found.set(letter, [...(found.get(letter) ?? []), form])
  }
  const entries = Array.from(found, ([letter, [alone = letter, last = letter, first, middle]]): [string, Forms] => [
    letter,
    first && middle ? { alone, last, first, middle } : { alone, last },
  ])
  return new Map(entries)
}

/** Lam and alef are written as one. */
function withPairs(characters: readonly string[]): string[] {
  const letters: string[] = []
  for (const character of characters) {
    const pair = `${letters.at(-1) ?? ''}${character}`
    if (pair.length > 1 && forms.has(pair)) letters.splice(-1, 1, pair)
    else letters.push(character)
  }
  return letters
}

/** The next letter in a direction, over the marks in between. */
function neighbour(letters: readonly string[], from: number, step: number): string {
  let at = from + step
  while (MARK.test(letters[at] ?? '')) at += step
  return letters[at] ?? ''
}

function formOf(letter: string, before: string, after: string): string {
  const own = forms.get(letter)
  if (!own) return letter
  const joinsBefore = before === LENGTHENER || forms.get(before)?.first !== undefined
  const joinsAfter = own.first !== undefined && (after === LENGTHENER || forms.has(after))
  if (joinsBefore) return (joinsAfter && own.middle) || own.last
  return (joinsAfter && own.first) || own.alone
}
