import { Readable } from 'node:stream'
import type { DistributionType } from '#modules/distributions/settings/schemas.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { MadePdf, PdfSession, PdfWorkers } from '#platform/pdf/workers/pdf-workers.ts'
import type { StoredPiece } from './piece.ts'

/** A spool at hand, with what it takes to read it. */
export type Spool = {
  type: DistributionType
  sha256: string
  sizeBytes: number
  filename: string
  /** The date of the files that are made of it, so that they are the same each time. */
  moment: Date
  blobs: Blobs
  pdfWorkers: PdfWorkers
  /** The threads that read this spool. */
  pdfSession: PdfSession
  maxFileBytes: number
}

export const PDF = 'application/pdf'

export async function openSpool({ blobs, sha256 }: Spool, range?: { start: number; end: number }): Promise<Readable> {
  const source = await blobs.get(sha256, range)
  if (!source) throw new Error(`The bytes of a spool are missing: ${sha256}`)
  return source
}

/** Stores a PDF that was made of a part. */
export async function storePdf({ blobs }: Pick<Spool, 'blobs'>, { bytes, pageCount }: MadePdf): Promise<StoredPiece> {
  const { sizeBytes, sha256 } = await blobs.put(Readable.from([Buffer.from(bytes.buffer)], { objectMode: false }))
  return { content_type: PDF, size: sizeBytes, sha256, page_count: pageCount }
}
