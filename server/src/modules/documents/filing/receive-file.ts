import type { Readable } from 'node:stream'
import { storeFile } from '#modules/uploads/index.ts'
import type { Blobs, Watcher } from '#platform/blobs/blobs.ts'
import { countPages, type PdfSource } from '#platform/pdf/parser/count-pages.ts'
import type { PdfWorkers } from '#platform/pdf/workers/pdf-workers.ts'
import type { DocumentFile } from './create-document.ts'

const PDF = 'application/pdf'
/** Where the mark of a PDF stands. */
const HEAD_BYTES = 1024
/** A PDF of up to this size is examined in memory, without reading it from the store again. */
const KEPT_BYTES = 1024 * 1024
/** A PDF whose own account of its pages is broken is repaired to count them, which takes all of it into memory. */
export const MAX_PDF_BYTES = 32 * 1024 * 1024

export type FileDeps = { blobs: Blobs; pdfWorkers: PdfWorkers }
type Stored = Omit<DocumentFile, 'page_count'>

/** Stores a file as it comes, and counts its pages. */
export async function receiveFile(deps: FileDeps, filename: string, source: Readable): Promise<DocumentFile> {
  const kept = new KeptBytes()
  const stored = await storeFile(deps.blobs, filename, source, { watchers: [kept] })
  return { ...stored, page_count: await pagesOf(deps, stored, kept.whole) }
}

/** A file that is in the store, with its pages counted. */
export async function describeFile(deps: FileDeps, stored: Stored): Promise<DocumentFile> {
  return { ...stored, page_count: await pagesOf(deps, stored, undefined) }
}

async function pagesOf(
  { blobs, pdfWorkers }: FileDeps,
  { content_type, sizeBytes, sha256 }: Stored,
  whole: Buffer | undefined,
) {
  if (content_type !== PDF) return null
  const read = async (start: number, end: number) =>
    whole?.subarray(start, end + 1) ?? readBytes(blobs, sha256, start, end)
  const source: PdfSource = { sizeBytes, read }
  const counted = await countPages(source)
  if (counted !== undefined || sizeBytes > MAX_PDF_BYTES) return counted ?? null
  // The number of pages is optional: an unusual file is stored without it.
  return (await pdfWorkers.countPages(await read(0, sizeBytes - 1)).catch(() => undefined)) ?? null
}

export async function readBytes(blobs: Blobs, sha256: string, start: number, end: number): Promise<Buffer> {
  const bytes = await blobs.read(sha256, { start, end })
  if (!bytes) throw new Error(`The bytes of a file are missing: ${sha256}`)
  return bytes
}

/** Keeps the bytes of a small PDF on their way. */
class KeptBytes implements Watcher {
  #chunks: Buffer[] | undefined = []
  #sizeBytes = 0

  see(part: Buffer): void {
    if (!this.#chunks) return
    if (this.#sizeBytes === 0 && !part.subarray(0, HEAD_BYTES).includes('%PDF-')) this.#chunks = undefined
    this.#chunks?.push(part)
    this.#sizeBytes += part.byteLength
    if (this.#sizeBytes > KEPT_BYTES) this.#chunks = undefined
  }

  get whole(): Buffer | undefined {
    return this.#chunks && Buffer.concat(this.#chunks)
  }
}
