import type { PageFont } from './page-font.ts'

export type StandardFontName = 'Courier' | 'Helvetica'

/** What Windows-1252 has from 0x80 to 0x9F, where Unicode has control characters; blanks stand for what is not used. */
const SPECIAL = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'
const SPECIAL_FROM = 0x80
const specials = new Map([...SPECIAL].map((character, at) => [character, String.fromCharCode(SPECIAL_FROM + at)]))
const SPECIAL_CHARACTER = new RegExp(`[${SPECIAL.replaceAll(' ', '')}]`, 'g')
const OTHER_CHARACTER = new RegExp(`[^\\t\\n\\f\\x20-\\x7e\\xa0-\\xff${SPECIAL.replaceAll(' ', '')}]`)

const COURIER_WIDTH = 600
/** Letters with accents are as wide as without. */
const HELVETICA_WIDTHS: [width: number, characters: string][] = [
  [191, "'"],
  [222, 'ijl‚‘’'],
  [260, '|¦'],
  [278, ' \u00a0!,./:;I[\\]ftìíîï·'],
  [333, '()-`r„ˆ‹“”˜›¡¨¯²³´¸¹'],
  [334, '{}'],
  [350, '•'],
  [355, '"'],
  [365, 'º'],
  [370, 'ª'],
  [389, '*'],
  [400, '°'],
  [469, '^'],
  [500, 'Jcksvxyz'],
  [537, '¶'],
  [556, '#$0123456789?L_abdeghnopqu€ƒ†‡–¢£¤¥§«µ»ðþ'],
  [584, '+<=>~¬±×÷'],
  [611, 'FTZ¿ßø'],
  [667, '&ABEKPSVXYÞ'],
  [722, 'CDHNRUwÐ'],
  [737, '©®'],
  [778, 'GOQØ'],
  [833, 'Mm'],
  [834, '¼½¾'],
  [889, '%æ'],
  [944, 'Wœ'],
  [1000, '…‰Œ—™Æ'],
  [1015, '@'],
]
const helveticaWidths = new Map(HELVETICA_WIDTHS.flatMap(([width, all]) => [...all].map((one) => [one, width])))

/** Whether the standard fonts can show a text. */
export function isWindows1252(text: string): boolean {
  return !OTHER_CHARACTER.test(text)
}

/** A font that every reader has. It shows text as it stands: it has no script from the right. */
export function standardFont(fontName: StandardFontName, name: string, number: number): PageFont {
  const widthOf = fontName === 'Courier' ? () => COURIER_WIDTH : helveticaWidth
  const plain = { glyphs: [], isRightToLeft: false, startsWord: false }
  const font: PageFont = {
    name,
    number,
    has: isWindows1252,
    shape: (run) => Array.from(run, (text, at) => ({ ...plain, text, at, width: widthOf(text), font })),
    show: (clusters, size) => `/${name} ${size} Tf (${encode(clusters.map(({ text }) => text).join(''))}) Tj`,
    write: (pdf) => pdf.put(number, `<</Type/Font/Subtype/Type1/BaseFont/${fontName}/Encoding/WinAnsiEncoding>>`),
  }
  return font
}

function helveticaWidth(character: string): number {
  return helveticaWidths.get(character) ?? helveticaWidths.get(character.normalize('NFD').charAt(0)) ?? 0
}

function encode(line: string): string {
  return line.replace(/[\\()]/g, '\\$&').replace(SPECIAL_CHARACTER, (character) => specials.get(character) ?? '')
}
