import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { BeforeBytes } from './before-bytes.ts'
import { attachment, inline } from './content-disposition.ts'

export type FileAnswer = {
  filename: string
  contentType: string
  sizeBytes?: number
  /** Whether a browser may show it in place, in place of saving it. */
  isInline?: boolean
  beforeBytes: BeforeBytes
  extent?: 'whole' | 'range'
}

/** Sends a file as an attachment unless told otherwise; browsers may not guess its type. */
export async function sendFile(
  reply: FastifyReply,
  source: Readable | Buffer,
  { filename, contentType, sizeBytes, isInline = false, beforeBytes, extent = 'whole' }: FileAnswer,
) {
  if (reply.request.method !== 'HEAD') await beforeBytes(extent).catch((error: unknown) => discard(source, error))
  if (sizeBytes !== undefined) reply.header('content-length', sizeBytes)
  return reply
    .header('content-disposition', isInline ? inline(filename) : attachment(filename))
    .header('x-content-type-options', 'nosniff')
    .type(contentType)
    .send(source)
}

/** What is not sent is not kept open. */
function discard(source: Readable | Buffer, reason: unknown): never {
  if (source instanceof Readable) source.on('error', () => {}).destroy()
  throw reason
}

/** How an answer that is a file is described. */
export const FileContent = (contentType: string, description: string) => ({
  description,
  content: { [contentType]: { schema: Type.String({ format: 'binary' }) } },
})

export const NotModified = Type.Null({
  description: 'Not modified: If-None-Match has the current ETag.',
})
