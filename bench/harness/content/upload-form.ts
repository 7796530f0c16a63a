import { randomBytes } from 'node:crypto'

/** A form with a file, of which every copy is another file: `serialAt` is where a serial of `SERIAL_BYTES` stands. */
export type UploadForm = { contentType: string; body: Buffer; serialAt: number }

export const SERIAL_BYTES = 16
const BOUNDARY = 'bench-boundary-7f3a9c'

/** The data that the service needs, then a PDF of one page of so many bytes, which nobody could make smaller. */
export function uploadForm(data: object, sizeBytes: number): UploadForm {
  const { head, tail } = formAround(data)
  const pdf = pdfOf(sizeBytes)
  const body = Buffer.concat([head, pdf, tail])
  return { contentType: contentType(), body, serialAt: head.length + pdf.indexOf(SERIAL) }
}

/** A form of texts alone. */
export function formOf(parts: Record<string, string>): Buffer {
  const texts = Object.entries(parts).map(([name, text]) => `${partHead(name, '')}\r\n${text}\r\n`)
  return Buffer.from(`${texts.join('')}--${BOUNDARY}--\r\n`)
}

function partHead(name: string, more: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n`
}

/** The form around a file that is sent by itself. */
export function formAround(data: object): { head: Buffer; tail: Buffer } {
  const text = `${partHead('data', '')}\r\n${JSON.stringify(data)}\r\n${partHead('file', '; filename="payslip.pdf"')}`
  return {
    head: Buffer.from(`${text}Content-Type: application/pdf\r\n\r\n`),
    tail: Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  }
}

export function contentType(): string {
  return `multipart/form-data; boundary=${BOUNDARY}`
}

const SERIAL = 'S'.repeat(SERIAL_BYTES)

function pdfOf(sizeBytes: number): Buffer {
  const filling = randomBytes(sizeBytes - 600)
  const objects: Buffer[] = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>'),
    Buffer.concat([
      Buffer.from(`<< /Length ${filling.length} /Serial (${SERIAL}) >>\nstream\n`),
      filling,
      Buffer.from('\nendstream'),
    ]),
  ]
  let file = Buffer.from('%PDF-1.4\n')
  const offsets: number[] = []
  for (const [index, object] of objects.entries()) {
    offsets.push(file.length)
    file = Buffer.concat([file, Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const end = `xref\n0 5\n0000000000 65535 f \n${rows}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.concat([file, Buffer.from(end)])
}
