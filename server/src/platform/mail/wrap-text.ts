import { localeOf } from '#platform/text/language.ts'

type Margins = {
  /** The language decides where text without blanks may break. */
  language: string
  /** What the first line begins with, and what the others do. */
  first: string
  rest: string
}

const COLUMNS = 78

/** Breaks a line between words. What has no place to break, such as an address, stays whole on a line that is too long. */
export function wrapText(text: string, { language, first, rest }: Margins): string {
  const lines: string[] = []
  let line = first
  let columns = columnsOf(first)
  let isEmpty = true
  for (const { piece, gap } of piecesOf(text, language)) {
    const width = columnsOf(piece)
    if (!isEmpty && columns + gap.length + width > COLUMNS) {
      lines.push(line)
      ;[line, columns, isEmpty] = [rest, columnsOf(rest), true]
    }
    const added = isEmpty ? piece : gap + piece
    line += added
    columns += columnsOf(added)
    isEmpty = false
  }
  return [...lines, line].join('\n')
}

type Piece = { piece: string; gap: string }

function piecesOf(text: string, language: string): Piece[] {
  return text.split(/ +/).flatMap((word) => {
    const [head = '', ...others] = mayBreak(word) ? wordsIn(word, language) : [word]
    return [{ piece: head, gap: ' ' }, ...others.map((piece) => ({ piece, gap: '' }))]
  })
}

/** Scripts that put no blanks between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

function mayBreak(word: string): boolean {
  return UNSPACED.test(word) && !/^https?:/i.test(word)
}

/** Punctuation stays with the word before it. */
function wordsIn(text: string, language: string): string[] {
  const words: string[] = []
  for (const { segment, isWordLike } of new Intl.Segmenter(localeOf(language), { granularity: 'word' }).segment(text)) {
    if (isWordLike || words.length === 0) words.push(segment)
    else words[words.length - 1] += segment
  }
  return words
}

const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff01-\uff60\p{Emoji_Presentation}]/u
const NARROWEST = /[\p{Mn}\p{Me}\p{Cf}]/u

/** How many columns a text takes where every letter has the same width. */
function columnsOf(text: string): number {
  let columns = 0
  for (const letter of text) columns += WIDE.test(letter) ? 2 : NARROWEST.test(letter) ? 0 : 1
  return columns
}
