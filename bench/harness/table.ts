/** Rows under a head, in columns as wide as they need to be; numbers stand right. */
export function table(head: string[], rows: string[][]): string {
  const lines = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const isRight = head.map((_, column) => rows.every((row) => /^[-–\d]/.test(row[column] ?? '')))
  const format = (line: string[]) =>
    line
      .map((cell, column) => (isRight[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd()
  return [format(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(format)].join('\n')
}

export function decimals(value: number | undefined, digits: number): string {
  return value === undefined || Number.isNaN(value) ? '–' : value.toFixed(digits)
}

/** A line of a table with targets: what the two sides did, how they compare, and whether that is enough. */
export type TargetRow = [
  what: string,
  reference: string,
  subject: string,
  ratio: string,
  target: string,
  verdict: string,
]

type Comparison = { sides: [string, string]; ratio: number; target: number; direction: 'at least' | 'at most' }

export function targetRow(what: string, { sides, ratio, target, direction }: Comparison): TargetRow {
  const isMet = direction === 'at least' ? ratio >= target : ratio <= target
  const verdict = isMet ? 'met' : direction === 'at least' ? 'below' : 'above'
  return [what, ...sides, decimals(ratio, 2), `${direction === 'at least' ? '≥' : '≤'} ${target}`, verdict]
}

/** Such lines under their head. */
export function targetTable(rows: TargetRow[], what = 'measurement'): { head: string[]; rows: string[][] } {
  return { head: [what, 'reference', 'subject', 'ratio', 'target', 'verdict'], rows }
}
