import { searchWords } from './search-text.ts'
import { fold } from './text.ts'

/** A part of a text, and whether it is what was looked for. */
export type TextPiece = { text: string; is_match: boolean }

/** Marks what a search for all its words, anywhere in a text, has found there; case and accents do not count. */
export function markMatches(text: string, search: string): TextPiece[] {
  const { folded, starts } = foldByLetter(text)
  const marked = new Uint8Array(text.length)
  for (const word of searchWords(search)) {
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1)) {
      // Accents that follow a letter as characters of their own belong to it.
      marked.fill(1, starts[at], starts[at + word.length] ?? text.length)
    }
  }
  return piecesOf(text, marked)
}

/** The folded text, and where in the text each of its characters comes from. */
function foldByLetter(text: string): { folded: string; starts: number[] } {
  const starts: number[] = []
  let folded = ''
  let at = 0
  for (const letter of text) {
    const plain = fold(letter)
    for (let count = plain.length; count > 0; count -= 1) starts.push(at)
    folded += plain
    at += letter.length
  }
  return { folded, starts }
}

function piecesOf(text: string, marked: Uint8Array): TextPiece[] {
  const pieces: TextPiece[] = []
  let start = 0
  for (let at = 1; at <= text.length; at += 1) {
    if (at < text.length && marked[at] === marked[start]) continue
    pieces.push({ text: text.slice(start, at), is_match: marked[start] === 1 })
    start = at
  }
  return pieces
}
