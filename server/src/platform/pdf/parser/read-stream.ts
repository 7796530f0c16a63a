import { constants, inflateSync } from 'node:zlib'
import { UnreadablePdf } from '#platform/pdf/unreadable-pdf.ts'
import type { PdfFile } from './pdf-file.ts'
import { isCount, type PdfDictionary, type PdfValue } from './pdf-values.ts'
import type { PdfObject } from './read-object.ts'
import { undoPredictor } from './undo-predictor.ts'

/** The bytes of a stream as they were before they were compressed, if it was done the one way that these streams are. */
export async function readStream(file: PdfFile, stream: PdfObject, lengthBytes: PdfValue | undefined): Promise<Buffer> {
  const { value, streamAt } = stream
  if (!(value instanceof Map) || streamAt === undefined) throw new UnreadablePdf()
  if (!isCount(lengthBytes)) throw new UnreadablePdf()
  const bytes = await file.read(streamAt, lengthBytes)
  const filter = only(value.get('Filter'))
  if (filter === null) return bytes
  if (filter !== 'FlateDecode') throw new UnreadablePdf()
  const inflated = inflate(bytes, file.workLeftBytes)
  file.spend(inflated.length)
  return unpredicted(inflated, only(value.get('DecodeParms')))
}

function inflate(bytes: Buffer, maxOutputLength: number): Buffer {
  if (maxOutputLength < 1) throw new UnreadablePdf()
  try {
    // Some writers say that a stream is a little shorter than it is.
    return inflateSync(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    throw new UnreadablePdf()
  }
}

function unpredicted(bytes: Buffer, settings: PdfValue): Buffer {
  if (!(settings instanceof Map)) return bytes
  const predictor = numberIn(settings, 'Predictor', 1)
  if (predictor === 1) return bytes
  const isOfBytes = numberIn(settings, 'BitsPerComponent', 8) === 8 && numberIn(settings, 'Colors', 1) === 1
  const columns = numberIn(settings, 'Columns', 1)
  // Numbers from 10 on all mean the same: each row says how it was predicted.
  if (predictor < 10 || !isOfBytes || columns < 1) throw new UnreadablePdf()
  return undoPredictor(bytes, columns)
}

function numberIn(settings: PdfDictionary, name: string, otherwise: number): number {
  const value = settings.get(name) ?? otherwise
  if (!isCount(value)) throw new UnreadablePdf()
  return value
}

/** Filters and their settings may stand in a list, even if there is only one. */
function only(value: PdfValue | undefined): PdfValue {
  if (!Array.isArray(value)) return value ?? null
  if (value.length > 1) throw new UnreadablePdf()
  return value[0] ?? null
}
