import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { attachment, inline } from './content-disposition.ts'

export type FileAnswer = {
  filename: string
  contentType: string
  sizeBytes?: number
  /** Whether a browser may show it in place, in place of saving it. */
  isInline?: boolean
}

/** Sends a file as an attachment unless told otherwise; browsers may not guess its type. */
export function sendFile(
  reply: FastifyReply,
  source: Readable | Buffer,
  { filename, contentType, sizeBytes, isInline = false }: FileAnswer,
) {
  if (sizeBytes !== undefined) reply.header('content-length', sizeBytes)
  return reply
    .header('content-disposition', isInline ? inline(filename) : attachment(filename))
    .header('x-content-type-options', 'nosniff')
    .type(contentType)
    .send(source)
}

/** How an answer that is a file is described. */
export const FileContent = (contentType: string, description: string) => ({
  description,
  content: { [contentType]: { schema: Type.String({ format: 'binary' }) } },
})

export const NotModified = Type.Null({
  description: 'Not modified: If-None-Match has the current ETag.',
})
