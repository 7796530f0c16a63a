import type { Cluster, PageFont, Typeface } from '#platform/pdf/fonts/page-font.ts'
import { localeOf } from '#platform/text/language.ts'
import { type EmbeddingLevels, levelsOf, visualIndices } from './bidi.ts'
import { runsOf } from './text-runs.ts'
import { wrapLine } from './wrap-line.ts'

/** A line that can be shown. */
export type Line = {
  /** From left to right. */
  clusters: Cluster[]
  /** In thousandths of the size of the font. */
  width: number
  /** Whether it belongs to a paragraph that runs from the right. */
  isRightToLeft: boolean
}
/** A paragraph, or as much of it as is shaped at once. Clusters are in the order in which they are read. */
type Paragraph = { text: string; clusters: Cluster[]; levels: EmbeddingLevels | undefined }
type Setting = {
  maxWidth: number
  /** For pages in columns, as of a typewriter. */
  columnWidth?: number
}

/** No paragraph that people write is longer: the rest of it begins a line. */
const MAX_PARAGRAPH = 16_384
/** Scripts that write no blanks between words. */
const WITHOUT_BLANKS = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u
const OPENING = /[\p{Ps}\p{Pi}]$/u
const words = new Intl.Segmenter(localeOf('en'), { granularity: 'word' })

/** A paragraph as lines that are no wider than this, each in the order in which it is shown. */
export function* setLines(text: string, typeface: Typeface, setting: Setting): Generator<Line> {
  let base: 'ltr' | 'rtl' | 'auto' = 'auto'
  for (const piece of shortPieces(text)) {
    const levels = levelsOf(piece, base)
    base = levels?.paragraphs[0]?.level === 1 ? 'rtl' : 'ltr'
    const paragraph = { text: piece, levels, clusters: shape(piece, typeface, levels) }
    if (setting.columnWidth) fillColumns(paragraph.clusters, { columnWidth: setting.columnWidth, font: typeface[0] })
    for (const clusters of wrapLine(paragraph.clusters, setting.maxWidth)) {
      const width = clusters.reduce((sum, cluster) => sum + cluster.width, 0)
      yield { clusters: fromLeft(paragraph, clusters), width, isRightToLeft: base === 'rtl' }
    }
  }
}

/** A text in a single line, however wide that is. */
export function setLine(text: string, typeface: Typeface): Line {
  const [line] = setLines(text, typeface, { maxWidth: Number.POSITIVE_INFINITY })
  return line ?? { clusters: [], width: 0, isRightToLeft: false }
}

/** How many columns of this width a text takes. */
export function countColumns(text: string, typeface: Typeface, columnWidth: number): number {
  let width = 0
  for (const piece of shortPieces(text)) {
    const clusters = shape(piece, typeface, levelsOf(piece, 'auto'))
    fillColumns(clusters, { columnWidth, font: typeface[0] })
    for (const cluster of clusters) width += cluster.width
  }
  return Math.round(width / columnWidth)
}

/** The operators that show a line. */
export function showLine({ clusters }: Line, size: number): string {
  const shown: string[] = []
  let from = 0
  for (let end = 1; end <= clusters.length; end += 1) {
    const font = clusters[from]?.font
    if (!font || (end < clusters.length && clusters[end]?.font === font)) continue
    shown.push(font.show(clusters.slice(from, end), size))
    from = end
  }
  return shown.join(' ')
}

function* shortPieces(text: string): Generator<string> {
  let at = 0
  while (text.length - at > MAX_PARAGRAPH) {
    const blank = text.lastIndexOf(' ', at + MAX_PARAGRAPH)
    const end = blank > at ? blank + 1 : withinCharacter(text, at + MAX_PARAGRAPH)
    yield text.slice(at, end)
    at = end
  }
  yield text.slice(at)
}

/** Half a character, or the marks upon one, are not left to the next piece. */
function withinCharacter(text: string, at: number): number {
  let end = at
  while (/^(?:[\udc00-\udfff]|\p{M}|[\u200c\u200d])/u.test(text.slice(end, end + 2))) end += 1
  return end
}

function shape(text: string, typeface: Typeface, levels: EmbeddingLevels | undefined): Cluster[] {
  const starts = WITHOUT_BLANKS.test(text) ? wordStarts(text) : undefined
  const clusters: Cluster[] = []
  for (const run of runsOf(text, typeface, levels)) {
    for (const cluster of run.font.shape(run.text, run.isRightToLeft)) {
      cluster.at += run.at
      cluster.startsWord = starts?.has(cluster.at) ?? false
      clusters.push(cluster)
    }
  }
  return clusters
}

/** Where a line may begin in scripts without blanks: at a word, though not behind an opening bracket. */
function wordStarts(text: string): Set<number> {
  const starts = new Set<number>()
  for (const { segment, index, isWordLike } of words.segment(text)) {
    if (isWordLike && WITHOUT_BLANKS.test(segment) && !OPENING.test(text.slice(Math.max(index - 2, 0), index)))
      starts.add(index)
  }
  return starts
}

/** What is drawn with another font takes whole columns together, so that what stands behind it does so as well. */
function fillColumns(clusters: Cluster[], { columnWidth, font }: { columnWidth: number; font: PageFont }): void {
  let width = 0
  for (const [index, cluster] of clusters.entries()) {
    width = cluster.font === font ? 0 : width + cluster.width
    if (width === 0 || clusters[index + 1]?.font === cluster.font) continue
    // A few thousandths more than a column are no second one.
    cluster.width += Math.ceil(width / columnWidth - 0.1) * columnWidth - width
    width = 0
  }
}

function fromLeft({ text, levels }: Paragraph, clusters: Cluster[]): Cluster[] {
  const first = clusters[0]
  const last = clusters.at(-1)
  if (!levels || !first || !last) return clusters
  const end = last.at + last.text.length
  const owners = new Map<number, Cluster>()
  for (const cluster of clusters) {
    for (let at = cluster.at; at < cluster.at + cluster.text.length; at += 1) owners.set(at, cluster)
  }
  const ordered = new Set<Cluster>()
  for (const index of visualIndices(text, levels, first.at, end)) {
    const cluster = owners.get(index)
    if (cluster) ordered.add(cluster)
  }
  return [...ordered]
}
