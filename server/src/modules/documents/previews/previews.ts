import { Readable } from 'node:stream'
import type { Client } from '#kernel/work.ts'
import type { StoredFile } from '#modules/documents/download/file-answer.ts'
import { MAX_PDF_BYTES, readBytes } from '#modules/documents/filing/receive-file.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { lockBlob } from '#platform/blobs/lock-blob.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/db.ts'
import type { ImageWorker } from '#platform/image/image-worker.ts'
import { PdfTaskFailed, type PdfWorkers } from '#platform/pdf/workers/pdf-workers.ts'
import { findImage, type ImageRow, upsertImage } from './queries.ts'

/** Which picture of a file: in the page of the document, in a list, or a page of a PDF, from 1. */
export type Variant = 'preview' | 'thumbnail' | { page: number }
export type PreviewImage = { sha256: string; sizeBytes: number }
export type Previews = {
  /** The preview, rendered and stored on the first request; undefined if the file has none. */
  find(client: Client, file: StoredFile, variant: Variant): Promise<PreviewImage | undefined>
}

type Deps = { db: Db; blobs: Blobs; pdfWorkers: PdfWorkers; images: ImageWorker; clock: Clock }

export const PREVIEW_TYPE = 'image/webp'
const PDF = 'application/pdf'
const PICTURES = ['image/avif', 'image/gif', 'image/jpeg', 'image/png', 'image/webp']
const MAX_PICTURE_BYTES = 64 * 1024 * 1024
/** Pages are sharp at the width of a column, on a screen with small dots too. */
const PREVIEW_EDGE = 1600
const THUMBNAIL_EDGE = 320
const PAGE_WIDTH = 1200
/** No page is so long that it would have to be made narrower. */
const MAX_PAGE_EDGE = 16_000
/** What could not be made is not tried again for so long, however often it is asked for. */
const RETRY_MS = 60 * 60 * 1000

export function openPreviews(deps: Deps): Previews {
  const { db, clock } = deps
  const making = new Map<string, Promise<PreviewImage | undefined>>()
  return {
    async find(client, file, variant) {
      if (!hasPicture(file, variant)) return undefined
      const name = nameOf(variant)
      const known = await findImage(db, client, file.sha256, name)
      if (known && (known.sha256 !== null || clock.now().getTime() - known.created_at.getTime() < RETRY_MS)) {
        return asImage(known)
      }
      // All who ask for it meanwhile wait for the same one.
      const key = `${client.id} ${file.sha256} ${name}`
      const made = making.get(key) ?? make(deps, client, file, variant).finally(() => making.delete(key))
      making.set(key, made)
      return made
    },
  }
}

function hasPicture({ content_type, size }: StoredFile, variant: Variant): boolean {
  if (content_type === PDF) return variant !== 'preview' && Number(size) <= MAX_PDF_BYTES
  return typeof variant === 'string' && PICTURES.includes(content_type) && Number(size) <= MAX_PICTURE_BYTES
}

function nameOf(variant: Variant): string {
  return typeof variant === 'string' ? variant : `page-${variant.page}`
}

function asImage({ sha256, size }: ImageRow): PreviewImage | undefined {
  return sha256 === null ? undefined : { sha256, sizeBytes: Number(size) }
}

async function make(deps: Deps, client: Client, file: StoredFile, variant: Variant): Promise<PreviewImage | undefined> {
  const { db, blobs, clock } = deps
  const bytes = await readBytes(blobs, file.sha256, 0, Number(file.size) - 1)
  const drawn = file.content_type === PDF ? await drawPage(deps, bytes, variant) : await shrink(deps, bytes, variant)
  if (drawn === 'no_such_page') return undefined
  const image = drawn && (await blobs.put(Readable.from([drawn])))
  await db.transaction().execute(async (tx) => {
    if (image) await lockBlob(tx, blobs, image.sha256)
    await upsertImage(tx, client, { source: file.sha256, variant: nameOf(variant), image, now: clock.now() })
  })
  return image
}

function shrink({ images }: Deps, bytes: Buffer, variant: Variant): Promise<Buffer | undefined> {
  return images.shrink(bytes, variant === 'thumbnail' ? THUMBNAIL_EDGE : PREVIEW_EDGE)
}

/** What is too much for PDFium is the fault of the file. */
async function drawPage(
  { pdfWorkers, images }: Deps,
  bytes: Buffer,
  variant: Variant,
): Promise<Buffer | 'no_such_page' | undefined> {
  const asked = typeof variant === 'string' ? { page: 1, width: THUMBNAIL_EDGE } : { ...variant, width: PAGE_WIDTH }
  const rendered = await pdfWorkers.renderPage(bytes, asked).catch((error: unknown) => {
    if (error instanceof PdfTaskFailed) return undefined
    throw error
  })
  if (rendered?.outcome === 'no_such_page') return 'no_such_page'
  if (rendered?.outcome !== 'rendered') return undefined
  return images.shrink(rendered.png, typeof variant === 'string' ? THUMBNAIL_EDGE : MAX_PAGE_EDGE)
}
