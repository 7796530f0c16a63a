import type { PageFont, Typeface } from '#platform/pdf/fonts/page-font.ts'
import { localeOf } from '#platform/text/language.ts'
import type { EmbeddingLevels } from './bidi.ts'

/** Neighbours that are shaped together: one direction, one font, one script. */
export type Run = { text: string; at: number; isRightToLeft: boolean; font: PageFont }

/** Scripts whose letters change with their neighbours. All others are shaped alike. */
const SHAPED_SCRIPTS = [
  ...['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Mand', 'Adlm', 'Rohg', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml'],
  ...[
    'Telu',
    'Knda',
    'Mlym',
    'Sinh',
    'Thai',
    'Laoo',
    'Tibt',
    'Mymr',
    'Khmr',
    'Hang',
    'Mong',
    'Java',
    'Bali',
    'Cham',
    'Lana',
  ],
]
const SHARED = '\\p{sc=Zyyy}\\p{sc=Zinh}'
/** Characters that scripts share go with what stands before them. */
const SCRIPT_RUNS = new RegExp(
  [
    `[${SHARED}]*(?:`,
    SHAPED_SCRIPTS.map((script) => `\\p{sc=${script}}[\\p{sc=${script}}${SHARED}]*`).join('|'),
    `|[^${SHAPED_SCRIPTS.map((script) => `\\p{sc=${script}}`).join('')}]+)`,
  ].join(''),
  'gu',
)
const MAY_NEED_RUNS = /[^\0-\u058f\u2000-\u2bff\ufb00-\ufb06]/
const NO_GLYPH = /[\p{Default_Ignorable_Code_Point}]/u
/** Belongs to the letter before it, whose form it decides, although it has the direction of the paragraph at the end of a line. */
const JOINER = /[\u200c\u200d]/
const graphemes = new Intl.Segmenter(localeOf('en'), { granularity: 'grapheme' })

export function runsOf(text: string, typeface: Typeface, levels: EmbeddingLevels | undefined): Run[] {
  return directionRuns(text, levels).flatMap((run) => fontRuns(run, typeface).flatMap(scriptRuns))
}

type DirectionRun = Omit<Run, 'font'>

function directionRuns(text: string, levels: EmbeddingLevels | undefined): DirectionRun[] {
  if (!levels) return [{ text, at: 0, isRightToLeft: false }]
  const runs: DirectionRun[] = []
  let at = 0
  for (let end = 1; end <= text.length; end += 1) {
    if (end < text.length && (levels.levels[end] === levels.levels[at] || JOINER.test(text.charAt(end)))) continue
    runs.push({ text: text.slice(at, end), at, isRightToLeft: (levels.levels[at] ?? 0) % 2 === 1 })
    at = end
  }
  return runs
}

function fontRuns(run: DirectionRun, typeface: Typeface): Run[] {
  const [first] = typeface
  if (hasAll(first, run.text)) return [{ ...run, font: first }]
  const runs: Run[] = []
  for (const { segment, index } of graphemes.segment(run.text)) {
    const font = fontFor(segment, typeface)
    const last = runs.at(-1)
    if (last?.font === font) last.text += segment
    else runs.push({ ...run, text: segment, at: run.at + index, font })
  }
  return runs
}

/** The first font that has all of it, or else its letter. */
function fontFor(grapheme: string, typeface: Typeface): PageFont {
  const [letter = ''] = grapheme
  return typeface.find((font) => hasAll(font, grapheme)) ?? typeface.find((font) => font.has(letter)) ?? typeface[0]
}

function hasAll(font: PageFont, text: string): boolean {
  for (const character of text) if (!font.has(character) && !NO_GLYPH.test(character)) return false
  return true
}

function scriptRuns(run: Run): Run[] {
  if (!MAY_NEED_RUNS.test(run.text)) return [run]
  return Array.from(run.text.matchAll(SCRIPT_RUNS), (match) => ({ ...run, text: match[0], at: run.at + match.index }))
}
