import { deflateSync } from 'node:zlib'

export const PAYROLL = 'bench-payroll'
export const SPOOL_TYPE = 'payslips'
/** The first page of a payslip says whose it is; the second does not. */
export const PAGES_EACH = 2
const FIRST_NUMBER = 100_000
const LINES = 55

export const numberOf = (employee: number) => String(FIRST_NUMBER + employee)

/** A company that distributes payslips, without employees yet. */
export const payrollSetup = (application: object, key: string) => ({
  id: PAYROLL,
  applications: [application],
  api_keys: [{ name: 'bench', key }],
  organizations: [{ code: 'HQ', name: 'Headquarters' }],
  document_types: [{ id: 1, code: 'payslip', kind: 'employee', name: 'Payslip' }],
  distribution: {
    paper_configurations: [{ code: 'mail' }],
    types: [
      {
        id: 1,
        code: SPOOL_TYPE,
        format: 'pdf_split',
        document_type: 'payslip',
        pattern: 'Employee no: (?<employee_number>\\d+)',
      },
    ],
  },
})

/** A PDF with a payslip of two pages for each employee, as payroll programs write it: the font and the logo are there once. */
export function payslipSpool(employees: number): Buffer {
  const file = new PdfFile()
  file.object(1, '<</Type/Catalog/Pages 2 0 R>>')
  file.object(3, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>')
  file.stream(4, '/Type/XObject/Subtype/Image/Width 64/Height 64/ColorSpace/DeviceGray/BitsPerComponent 8', logo())
  file.object(5, '<</Font<</F1 3 0 R>>/XObject<</Logo 4 0 R>>>>')
  const pages: number[] = []
  for (let page = 0; page < employees * PAGES_EACH; page += 1) {
    const content = 6 + 2 * page
    const own = 7 + 2 * page
    file.stream(content, '', Buffer.from(contentOf(Math.floor(page / PAGES_EACH), page % PAGES_EACH === 0)))
    file.object(own, `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources 5 0 R/Contents ${content} 0 R>>`)
    pages.push(own)
  }
  file.object(2, `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((one) => `${one} 0 R`).join(' ')}]>>`)
  return file.end()
}

function logo(): Buffer {
  return Buffer.from(Array.from({ length: 64 * 64 }, (_, index) => ((index >> 6) * (index & 63)) & 255))
}

function contentOf(employee: number, isFirst: boolean): string {
  const seed = Number(numberOf(employee))
  const lines = Array.from({ length: LINES }, (_, line) => {
    const amount = ((seed * (line + 3)) % 499_979) / 100
    return `Line ${line + 1}  contribution ${(seed + line) % 777}  rate 1.${line}  amount ${amount.toFixed(2)}`
  })
  const head = isFirst ? [`Employee no: ${seed}`] : []
  const text = [...head, ...lines].map((line) => `(${line}) Tj T*`).join('\n')
  return `q 40 0 0 40 500 780 cm /Logo Do Q\nBT /F1 9 Tf 40 800 Td 12 TL\n${text}\nET`
}

class PdfFile {
  readonly #parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  readonly #places: number[] = []
  #at = 9

  object(number: number, body: string): void {
    this.#places[number] = this.#at
    this.#write(Buffer.from(`${number} 0 obj\n${body}\nendobj\n`, 'latin1'))
  }

  stream(number: number, entries: string, content: Buffer): void {
    const packed = deflateSync(content)
    this.#places[number] = this.#at
    this.#write(Buffer.from(`${number} 0 obj\n<<${entries}/Length ${packed.length}/Filter/FlateDecode>>stream\n`))
    this.#write(packed)
    this.#write(Buffer.from('\nendstream\nendobj\n'))
  }

  end(): Buffer {
    const start = this.#at
    const count = this.#places.length
    const places = this.#places.slice(1).map((at) => `${String(at).padStart(10, '0')} 00000 n \n`)
    const table = `xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}`
    this.#write(Buffer.from(`${table}trailer<</Size ${count}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`))
    return Buffer.concat(this.#parts)
  }

  #write(bytes: Buffer): void {
    this.#parts.push(bytes)
    this.#at += bytes.length
  }
}
