import type { Watcher } from '#platform/blobs/blobs.ts'
import type { PdfFacts, PdfFault } from '#platform/pdf/workers/pdf-workers.ts'
import { ThreadFailed } from '#platform/threads/ask-thread.ts'
import {
  DamagedEntry,
  type EntryFault,
  readZip,
  UnreadableZip,
  type ZipEntry,
  type ZipLimits,
  type ZipSource,
} from '#platform/zip/read-zip.ts'
import { type Fault, MAX_PIECES, type StoredPiece, UnusableSpool } from './piece.ts'
import { openSpool, PDF, type Spool } from './spool.ts'

/** A PDF of up to this size stays in memory while it is stored, to be examined without reading it again. */
const MAX_INSPECTED_BYTES = 16 * 1024 * 1024
const HEAD_BYTES = 1024

const ENTRY_FAULTS: Record<EntryFault, string> = {
  encrypted: 'The file is protected by a password.',
  unsupported: 'The file is compressed in a way that is not supported.',
  unsafe_name: 'The file name leads outside the ZIP or contains invalid characters.',
  too_large: 'The file is too large.',
  inflates_too_much: 'The file expands too much when decompressed.',
}
const PDF_FAULTS: Record<PdfFault, string> = {
  encrypted: 'The PDF is protected by a password.',
  damaged: 'The PDF is damaged.',
  no_pages: 'The PDF has no pages.',
}
const ZIP_FAULTS: Record<UnreadableZip['code'], string> = {
  not_a_zip: 'The file is not a ZIP.',
  damaged: 'The ZIP is damaged.',
  too_many_entries: `The ZIP has more than ${MAX_PIECES.toLocaleString('en')} files.`,
  overlapping: 'Files of the ZIP overlap, as in a ZIP bomb.',
}

export function zipSource(spool: Spool): ZipSource {
  return { sizeBytes: spool.sizeBytes, stream: (start, end) => openSpool(spool, { start, end }) }
}

export function zipLimits({ maxFileBytes }: Spool): ZipLimits {
  return { maxEntries: MAX_PIECES, maxEntryBytes: maxFileBytes }
}

/** What systems put beside the files that people meant. */
const JUNK_FILES = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i

/** The files that people put into it. */
export async function* filesOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<ZipEntry> {
  for await (const entry of entries) if (!entry.isDirectory && !JUNK_FILES.test(entry.name)) yield entry
}

/** Reads the directory once, so that a ZIP that cannot be used is known before any of it is. */
export async function countFiles(spool: Spool): Promise<number> {
  let files = 0
  try {
    for await (const _file of filesOf(readZip(zipSource(spool), zipLimits(spool)))) files += 1
  } catch (error) {
    if (!(error instanceof UnreadableZip)) throw error
    throw new UnusableSpool(error.code, ZIP_FAULTS[error.code])
  }
  return files
}

/** Stores a file of the ZIP as it is, if it is a PDF that can be read. */
export async function storeEntry(spool: Spool, entry: ZipEntry): Promise<StoredPiece | Fault> {
  if (entry.fault) return { reason: entry.fault, message: ENTRY_FAULTS[entry.fault] }
  const kept = new KeptPdf()
  try {
    const { sizeBytes, sha256 } = await spool.blobs.put(await entry.open(), { watchers: [kept] })
    const page_count = await pagesOf(spool, { sizeBytes, sha256, whole: kept.whole })
    return typeof page_count === 'number' ? { content_type: PDF, size: sizeBytes, sha256, page_count } : page_count
  } catch (error) {
    if (error instanceof NotPdf) return { reason: 'not_a_pdf', message: 'The file is not a PDF.' }
    if (!(error instanceof DamagedEntry)) throw error
    return { reason: 'damaged', message: 'The file is damaged in the ZIP.' }
  }
}

type Bytes = { sizeBytes: number; sha256: string; whole: Buffer | undefined }

async function pagesOf(spool: Spool, { sizeBytes, sha256, whole }: Bytes): Promise<number | Fault> {
  const facts = whole ? await spool.pdfSession.inspect(whole) : await inspectLarge(spool, sha256, sizeBytes)
  return facts.fault ? pdfFault(facts.fault) : facts.pageCount
}

/** One that is too large to be held besides others has a thread to itself. */
async function inspectLarge({ blobs, pdfWorkers }: Spool, sha256: string, sizeBytes: number): Promise<PdfFacts> {
  const session = pdfWorkers.openSession({ threads: 1 })
  try {
    const source = await blobs.get(sha256)
    if (!source) throw new Error(`The bytes of a part are missing: ${sha256}`)
    return await session.load(sizeBytes, source)
  } catch (error) {
    if (!(error instanceof ThreadFailed)) throw error
    return { fault: 'damaged' }
  } finally {
    await session.close()
  }
}

function pdfFault(reason: PdfFault): Fault {
  return { reason, message: PDF_FAULTS[reason] }
}

class NotPdf extends Error {}

/** Sees to it that a file is a PDF, and keeps the bytes of a small one. */
class KeptPdf implements Watcher {
  #parts: Buffer[] | undefined = []
  #sizeBytes = 0
  #head: Buffer = Buffer.alloc(0)

  see(part: Buffer): void {
    if (this.#head.byteLength < HEAD_BYTES) {
      this.#head = Buffer.concat([this.#head, part.subarray(0, HEAD_BYTES - this.#head.byteLength)])
      if (this.#head.byteLength === HEAD_BYTES) this.#checkHead()
    }
    this.#sizeBytes += part.byteLength
    if (this.#sizeBytes > MAX_INSPECTED_BYTES) this.#parts = undefined
    this.#parts?.push(Buffer.from(part))
  }

  async end(): Promise<void> {
    this.#checkHead()
  }

  #checkHead(): void {
    if (!this.#head.includes('%PDF-')) throw new NotPdf()
  }

  get whole(): Buffer | undefined {
    return this.#parts && Buffer.concat(this.#parts)
  }
}
