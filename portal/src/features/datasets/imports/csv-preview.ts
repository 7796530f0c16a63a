/** The first rows of a file, each with the line on which it begins. */
export type PreviewRow = { line: number; cells: string[] }
export type Preview = { header: string[]; rows: PreviewRow[]; isWhole: boolean }

export const MAX_ROWS = 200
const MAX_BYTES = 512 * 1024

/** Reads the beginning of a CSV file, as far as a person looks at it; the server reads the whole. */
export async function previewOf(file: Blob): Promise<Preview> {
  const text = new TextDecoder().decode(await file.slice(0, MAX_BYTES).arrayBuffer()).replace(/^\uFEFF/, '')
  const rows = parseCsv(text, MAX_ROWS + 2)
  const [header = { line: 1, cells: [] }, ...others] = rows
  // The last row may be cut in two.
  const isCut = file.size > MAX_BYTES || others.length > MAX_ROWS
  return { header: header.cells, rows: isCut ? others.slice(0, MAX_ROWS) : others, isWhole: !isCut }
}

/** Rows of a text with RFC 4180 quotes; the delimiter is the one that the first line has most of. */
export function parseCsv(text: string, most: number): PreviewRow[] {
  const delimiter = delimiterOf(text.slice(0, text.search(/\r|\n|$/)))
  const rows: PreviewRow[] = []
  let cells: string[] = []
  let cell = ''
  let line = 1
  let start = 1
  const endRow = () => {
    if (cells.length > 0 || cell !== '') rows.push({ line: start, cells: [...cells, cell] })
    cells = []
    cell = ''
  }
  for (let index = 0; index < text.length && rows.length < most; index += 1) {
    const sign = text[index] as string
    if (sign === '"' && cell === '') {
      const quoted = quotedFrom(text, index + 1)
      cell = quoted.replaceAll('""', '"')
      line += quoted.split('\n').length - 1
      index += quoted.length + 1
    } else if (sign === delimiter) {
      cells.push(cell)
      cell = ''
    } else if (sign === '\n') {
      endRow()
      line += 1
      start = line
    } else if (sign !== '\r') cell += sign
  }
  if (rows.length < most) endRow()
  return rows
}

/** What stands up to the closing quote, or else up to the end of the text; quotes within are doubled. */
function quotedFrom(text: string, start: number): string {
  let end = text.indexOf('"', start)
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  return text.slice(start, end < 0 ? text.length : end)
}

function delimiterOf(header: string): string {
  const count = (sign: string) => header.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}
