/** A PDF of one page that says this, byte for byte the same for the same text. */
export function aPdf(text = 'hello', { pages = 1 }: { pages?: number } = {}): Buffer {
  const first = 4
  const kids = Array.from({ length: pages }, (_, index) => `${first + index} 0 R`)
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`,
    contentObject(text),
    ...kids.map(() => pageObject(3)),
  ])
}

/** A PDF with a page for each of these texts. */
export function aPdfOf(texts: readonly string[]): Buffer {
  const kids = texts.map((_, index) => `${4 + 2 * index} 0 R`)
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${texts.length} >>`,
    ...texts.flatMap((text, index) => [contentObject(text), pageObject(3 + 2 * index)]),
  ])
}

function contentObject(text: string): string {
  const lines = text.split('\n').map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj`)
  const said = `BT /F1 24 Tf 72 700 Td ${lines.join(' 0 -30 Td ')} ET`
  return `<< /Length ${said.length} >>\nstream\n${said}\nendstream`
}

function pageObject(content: number): string {
  return `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${content} 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>`
}

function pdfFile(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
