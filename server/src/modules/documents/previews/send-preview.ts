import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { asListed } from '#kernel/audit/reading.ts'
import type { StoredFile } from '#modules/documents/download/file-answer.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { BeforeBytes } from '#platform/http/responses/before-bytes.ts'
import { BlobContent, sendBlob } from '#platform/http/responses/send-blob.ts'
import { OneOf } from '#platform/http/validation/schemas.ts'
import { Problem } from '#platform/problem.ts'
import { PREVIEW_TYPE, type Previews, type Variant } from './previews.ts'

export type PreviewDeps = { blobs: Blobs; previews: Previews }

/** How the answers of `sendPreview` are described. */
export const PreviewContent = BlobContent(PREVIEW_TYPE, 'The picture.')

export const PreviewQuery = Type.Object({
  size: Type.Optional(
    OneOf(['preview', 'thumbnail'] as const, {
      description:
        '`preview`, the default: a picture for a page. `thumbnail`: a small one, of the first page of a PDF too.',
    }),
  ),
})
export type PreviewQuery = Static<typeof PreviewQuery>

type Preview = { file: StoredFile & { page_count: number | null }; variant: Variant; beforeBytes: BeforeBytes }

/** Answers with a picture of a stored file. That the caller may see the document is for the route to settle. */
export async function sendPreview(
  request: FastifyRequest,
  reply: FastifyReply,
  { blobs, previews }: PreviewDeps,
  { file, variant, beforeBytes }: Preview,
) {
  const { page_count } = file
  if (typeof variant !== 'string' && page_count !== null && variant.page > page_count) {
    throw noPreview(`The document ends with page ${page_count}.`)
  }
  const image = await previews.find(callerOf(request).client, file, variant)
  if (!image) throw noPreview('No preview is available for this document.')
  return sendBlob(request, reply, blobs, {
    ...image,
    filename: 'preview.webp',
    contentType: PREVIEW_TYPE,
    isInline: true,
    beforeBytes: variant === 'thumbnail' ? asListed : beforeBytes,
  })
}

function noPreview(message: string): Problem {
  return new Problem('not_found', 'no_preview', message)
}
