const SPECIAL = /[\\\t\n\r]/g
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A row in the text format of COPY. */
export function copyLine(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map(cellText).join('\t')}\n`
}

function cellText(cell: string | number | boolean | null): string {
  if (typeof cell !== 'string') return cell === null ? '\\N' : String(cell)
  return cell.search(SPECIAL) < 0 ? cell : cell.replace(SPECIAL, (sign) => ESCAPES[sign] ?? sign)
}
