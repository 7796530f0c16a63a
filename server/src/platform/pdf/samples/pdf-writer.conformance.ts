import { deflateSync } from 'node:zlib'

export type Place = { at: number } | { stream: number; index: number } | 'deleted'
type StreamOptions = { isPlain?: boolean; predictor?: number; index?: 'runs' | 'whole'; lengthIn?: number }

/** Writes a PDF piece by piece, as the tests want it: sections list the objects that were written since the last one. */
export class PdfWriter {
  places = new Map<number, Place>()
  sizeBytes = 0
  readonly #parts: Buffer[] = []

  constructor(header = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n') {
    this.write(header)
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#parts)
  }

  write(part: string | Buffer): number {
    const at = this.sizeBytes
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
    this.#parts.push(bytes)
    this.sizeBytes += bytes.length
    return at
  }

  object(number: number, value: string): this {
    this.places.set(number, { at: this.write(`${number} 0 obj\n${value}\nendobj\n`) })
    return this
  }

  stream(number: number, entries: string, content: Buffer, length = `${content.length}`): this {
    this.places.set(number, { at: this.write(`${number} 0 obj\n<<${entries}/Length ${length}>>\nstream\r\n`) })
    this.write(content)
    this.write('\nendstream\nendobj\n')
    return this
  }

  /** Puts objects into an object stream; its length may be said by another object. */
  objectStream(number: number, objects: Map<number, string>, { isPlain, lengthIn }: StreamOptions = {}): this {
    const list: string[] = []
    const values: string[] = []
    let at = 0
    for (const [object, value] of objects) {
      this.places.set(object, { stream: number, index: values.length })
      list.push(`${object} ${at}`)
      values.push(value)
      at += value.length + 1
    }
    const head = `${list.join(' ')}\n`
    const content = Buffer.from(head + values.join(' '), 'latin1')
    const entries = `/Type/ObjStm/N ${objects.size}/First ${head.length}`
    const written = isPlain ? content : deflateSync(content)
    if (lengthIn !== undefined) this.object(lengthIn, `${written.length}`)
    const length = lengthIn === undefined ? undefined : `${lengthIn} 0 R`
    return this.stream(number, `${entries}${isPlain ? '' : '/Filter/FlateDecode'}`, written, length)
  }

  /** A cross-reference table; answers where it is. */
  table(trailer: string): number {
    const at = this.write('xref\n')
    for (const run of this.#runs()) {
      this.write(`${run[0]} ${run.length}\n${run.map((object) => tableEntry(this.places.get(object))).join('')}`)
    }
    this.write(`trailer\n<<${trailer}>>\n`)
    this.places.clear()
    return at
  }

  /** A cross-reference stream; answers where it is. */
  crossReferences(
    number: number,
    trailer: string,
    { isPlain, predictor = 1, index = 'runs' }: StreamOptions = {},
  ): number {
    this.places.set(number, { at: this.sizeBytes })
    const runs = this.#runs()
    const rows = runs.flat().map((object) => streamEntry(this.places.get(object)))
    const content = predictor < 10 ? Buffer.concat(rows) : predicted(rows, predictor - 10)
    const settings = predictor < 10 ? '' : `/DecodeParms<</Predictor ${predictor}/Columns ${ROW_BYTES}>>`
    const indexes = index === 'runs' ? `/Index[${runs.map((run) => `${run[0]} ${run.length}`).join(' ')}]` : ''
    const filter = isPlain ? '' : '/Filter/FlateDecode'
    const entries = `/Type/XRef/W[1 4 2]${indexes}${filter}${settings}${trailer}`
    const at = this.sizeBytes
    this.stream(number, entries, isPlain ? content : deflateSync(content))
    this.places.clear()
    return at
  }

  start(at: number): this {
    this.write(`startxref\n${at}\n%%EOF\n`)
    return this
  }

  /** Numbers that follow each other, together. */
  #runs(): number[][] {
    const runs: number[][] = []
    for (const object of [...this.places.keys()].sort((a, b) => a - b)) {
      const last = runs.at(-1)
      if (last?.at(-1) === object - 1) last.push(object)
      else runs.push([object])
    }
    return runs
  }
}

const ROW_BYTES = 7

function tableEntry(place: Place | undefined): string {
  const at = place && place !== 'deleted' && 'at' in place ? place.at : undefined
  return at === undefined ? '0000000000 65535 f \n' : `${String(at).padStart(10, '0')} 00000 n \n`
}

function streamEntry(place: Place | undefined): Buffer {
  const row = Buffer.alloc(ROW_BYTES)
  if (!place || place === 'deleted') return row
  row[0] = 'at' in place ? 1 : 2
  row.writeUInt32BE('at' in place ? place.at : place.stream, 1)
  row.writeUInt16BE('at' in place ? 0 : place.index, 5)
  return row
}

/** Rows behind the number of their PNG filter; from 5 on, the filters take turns. */
export function predicted(rows: Buffer[], filter: number): Buffer {
  const blank = Buffer.alloc(0)
  return Buffer.concat(
    rows.map((row, number) => {
      const above = rows[number - 1] ?? blank
      const used = filter < 5 ? filter : number % 5
      const filtered = row.map((byte, column) => {
        const left = row[column - 1] ?? 0
        const up = above[column] ?? 0
        const corner = above[column - 1] ?? 0
        return byte - ([0, left, up, (left + up) >> 1, nearest(left, up, corner)][used] ?? 0)
      })
      return Buffer.concat([Buffer.from([used]), filtered])
    }),
  )
}

/** The Paeth predictor, as the PNG specification words it: the first of the three that is nearest. */
function nearest(left: number, up: number, corner: number): number {
  const distance = (one: number) => Math.abs(left + up - corner - one)
  const least = Math.min(distance(left), distance(up), distance(corner))
  return [left, up, corner].find((one) => distance(one) === least) ?? 0
}
