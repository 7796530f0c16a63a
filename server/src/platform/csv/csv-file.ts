import { NotUtf8, Utf8Decoder } from '#platform/text/decode-utf8.ts'
import { CsvReader, type CsvRow, UnreadableCsv } from './csv-reader.ts'

const ZIP = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0x50, 0x4b, 0x07, 0x08],
]
const UTF_16 = [
  [0xff, 0xfe],
  [0xfe, 0xff],
]

/** The rows of a CSV file, from its bytes as they come. Throws UnreadableCsv when it cannot read on. */
export class CsvFile {
  readonly #decoder = new Utf8Decoder()
  readonly #reader = new CsvReader()
  #isBeginning = true;

  /** The rows that are complete with these bytes; without any, the rest. */
  *read(bytes: Uint8Array | undefined): Generator<CsvRow> {
    if (bytes && this.#isBeginning && bytes.length > 0) {
      refuseOtherKinds(bytes)
      this.#isBeginning = false
    }
    if (bytes) yield* this.#reader.read(this.#decoded(() => this.#decoder.decode(bytes)))
    else {
      yield* this.#reader.read(this.#decoded(() => this.#decoder.end()))
      yield* this.#reader.read()
    }
  }

  #decoded(decode: () => string): string {
    try {
      return decode()
    } catch (error) {
      if (!(error instanceof NotUtf8)) throw error
      for (const _row of this.#reader.read(error.before));
      const message = 'This line is not UTF-8. Save the file with the encoding UTF-8.'
      throw new UnreadableCsv({ line: this.#reader.lastLine, field: null, code: 'not_utf8', message })
    }
  }
}

/** A spreadsheet file gets an error that explains what to do, instead of the position of the first invalid byte. */
function refuseOtherKinds(bytes: Uint8Array): void {
  const begins = (signature: number[]) => signature.every((byte, index) => bytes[index] === byte)
  if (ZIP.some(begins)) throw notCsv('This is a ZIP archive or a spreadsheet. Save it as CSV with the encoding UTF-8.')
  if (UTF_16.some(begins)) throw notCsv('This is UTF-16. Save the file as CSV with the encoding UTF-8.')
}

function notCsv(message: string): UnreadableCsv {
  return new UnreadableCsv({ line: 1, field: null, code: 'not_csv', message })
}
