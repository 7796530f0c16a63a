import { UnreadablePdf } from '#platform/pdf/unreadable-pdf.ts'
import type { PdfFile } from './pdf-file.ts'
import { isCount, type PdfValue, type PdfValues, readValues } from './pdf-values.ts'
import { CutOff } from './value-reader.ts'

/** An object, and where the bytes of its stream begin if it has one. */
export type PdfObject = { number: number; value: PdfValue; streamAt: number | undefined }

/** A list of twenty thousand pages fits. */
const MAX_OBJECT_BYTES = 256 * 1024
const FIRST_LOOK_BYTES = 4096
const LINE_FEED = 10
const RETURN = 13

/** Reads the object that is said to stand at a position. */
export function readObject(file: PdfFile, at: number): Promise<PdfObject> {
  return readGrowing(file, at, (bytes, isWhole) => {
    const head = readValues(bytes, 0, isWhole)
    const [number, generation] = head.values
    if (head.word !== 'obj' || !isCount(number) || !isCount(generation)) throw new UnreadablePdf()
    const { values, word, end } = readValues(bytes, head.end, isWhole)
    const [value = null] = values
    if (word !== 'stream') return { number, value, streamAt: undefined }
    if (end + 1 >= bytes.length && !isWhole) throw new CutOff()
    return { number, value, streamAt: at + afterLineEnd(bytes, end) }
  })
}

/** Reads the values that stand at a position, up to a word that is none. */
export function readValuesAt(file: PdfFile, at: number): Promise<PdfValues> {
  return readGrowing(file, at, (bytes, isWhole) => readValues(bytes, 0, isWhole))
}

/** Most objects are short: more bytes are read only when the first ones do not hold all of it. */
async function readGrowing<T>(file: PdfFile, at: number, parse: (bytes: Buffer, isWhole: boolean) => T): Promise<T> {
  for (let sizeBytes = FIRST_LOOK_BYTES; ; sizeBytes *= 8) {
    const bytes = await file.read(at, sizeBytes)
    file.spend(bytes.length)
    try {
      return parse(bytes, at + bytes.length >= file.sizeBytes)
    } catch (error) {
      if (!(error instanceof CutOff) || sizeBytes >= MAX_OBJECT_BYTES) throw error
    }
  }
}

function afterLineEnd(bytes: Buffer, at: number): number {
  if (bytes[at] === RETURN) return bytes[at + 1] === LINE_FEED ? at + 2 : at + 1
  return bytes[at] === LINE_FEED ? at + 1 : at
}
