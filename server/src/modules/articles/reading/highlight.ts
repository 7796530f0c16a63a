import { wordsOf } from '#modules/articles/search/terms.ts'
import { fold } from '#platform/text/text.ts'

/** A part of a text, and whether it is what was looked for. */
export type Piece = { text: string; is_match: boolean }

/** How many characters of an article are shown around what was found. */
const BEFORE = 60
const AFTER = 180
const WORD = /[\p{L}\p{M}\p{N}]+/gu
/** A text is looked through so far for what was found in it. */
const MAX_CHARACTERS = 200_000

/** Marks the words of a text that a search is for, as the search itself compares them. */
export function highlight(text: string, search: string): Piece[] {
  const isWanted = matcherOf(search)
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!isWanted(word)) continue
    if (index > end) pieces.push({ text: text.slice(end, index), is_match: false })
    pieces.push({ text: word, is_match: true })
    end = index + word.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), is_match: false })
  return pieces
}

/** The part of a long text where it first says what is looked for; its beginning when it does not. */
export function excerpt(text: string, search: string): Piece[] {
  const line = text.slice(0, MAX_CHARACTERS).replace(/\s+/g, ' ')
  const isWanted = matcherOf(search)
  const first = firstWord(line, isWanted)
  const start = first <= BEFORE ? 0 : line.indexOf(' ', first - BEFORE) + 1
  const from = start > first ? first : start
  const shown = shorten(line.slice(from), first - from + AFTER)
  return highlight(from > 0 ? `… ${shown}` : shown, search)
}

function firstWord(line: string, isWanted: (word: string) => boolean): number {
  for (const { 0: word, index } of line.matchAll(WORD)) if (isWanted(word)) return index
  return 0
}

/** The beginning of a text, up to the end of a word. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most + 1)
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end > most / 2 ? end : most).toWellFormed()} …`
}

function matcherOf(search: string): (word: string) => boolean {
  const words = wordsOf(search)
  const last = words.at(-1)
  if (last === undefined) return () => false
  const wanted = new Set(words)
  return (word) => {
    const folded = fold(word)
    return wanted.has(folded) || folded.startsWith(last)
  }
}
