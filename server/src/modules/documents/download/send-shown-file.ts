import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { BeforeBytes } from '#platform/http/responses/before-bytes.ts'
import { sendBlob } from '#platform/http/responses/send-blob.ts'
import { fileAnswer, type StoredFile } from './file-answer.ts'

/** What a browser shows without running anything that is in it. Pictures that are programs (SVG) and pages are not among them. */
const SHOWABLE: readonly string[] = [
  'application/pdf',
  'text/plain',
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
]

type ShownFile = { blobs: Blobs; stored: StoredFile; isDownload: boolean; beforeBytes: BeforeBytes }

/** Sends a file to a browser: inline if that is safe, unless it should be saved. */
export function sendShownFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { blobs, stored, isDownload, beforeBytes }: ShownFile,
) {
  const isInline = !isDownload && SHOWABLE.includes(stored.content_type)
  return sendBlob(request, reply, blobs, { ...fileAnswer(stored), isInline, beforeBytes })
}
