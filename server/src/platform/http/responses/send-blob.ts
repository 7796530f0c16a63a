import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { Problem } from '#platform/problem.ts'
import { rangeIn } from './byte-range.ts'
import { type FileAnswer, FileContent, NotModified, sendFile } from './send-file.ts'

/** What is known of the bytes of an answer. */
export type StoredBlob = { filename: string; contentType: string; sizeBytes: number; sha256: string }

export type BlobAnswer = StoredBlob & Pick<FileAnswer, 'isInline' | 'beforeBytes'>

/** How the answers of `sendBlob` are described. Files of any type are of the type any. */
export const BlobContent = (contentType: string, description: string) => ({
  200: FileContent(contentType, description),
  206: FileContent(contentType, 'The requested range of bytes.'),
  304: NotModified,
})

/** As much is read before it is answered: what turns out to be damaged is then a clean refusal. */
const READ_AHEAD_BYTES = 256 * 1024

/** Answers with a stored file, or the range of it that is asked for; a HEAD call, and one who has it already, get no bytes. */
export async function sendBlob(request: FastifyRequest, reply: FastifyReply, blobs: Blobs, file: BlobAnswer) {
  const { filename, contentType, sizeBytes, sha256, isInline = false, beforeBytes } = file
  const etag = `"${sha256}"`
  const { range: rangeHeader, 'if-range': onlyIf, 'if-none-match': known } = request.headers
  reply.header('etag', etag).header('accept-ranges', 'bytes').header('cache-control', 'private, no-cache')
  if (known !== undefined && isAmong(known, etag)) return reply.code(304).send()
  const isRanged = request.method === 'GET' && (onlyIf === undefined || onlyIf === etag)
  const range = isRanged ? rangeIn(rangeHeader, sizeBytes) : undefined
  if (range === null) throw unsatisfiable(sizeBytes)
  if (range) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${sizeBytes}`)
  }
  const length = range ? range.end - range.start + 1 : sizeBytes
  const extent = range ? ('range' as const) : ('whole' as const)
  const answer = { filename, contentType, sizeBytes: length, isInline, beforeBytes, extent }
  // A stream, since the framework would measure anything else.
  if (request.method === 'HEAD') return sendFile(reply, Readable.from([]), answer)
  const source = await (length <= READ_AHEAD_BYTES ? blobs.read(sha256, range) : blobs.get(sha256, range))
  if (!source) throw new Error(`The bytes of a file are missing: ${sha256}`)
  return sendFile(reply, source, answer)
}

function isAmong(header: string, etag: string): boolean {
  return header === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

function unsatisfiable(sizeBytes: number): Problem {
  return new Problem('unsatisfiable', 'range_not_satisfiable', `The file has ${sizeBytes} bytes.`, {
    headers: { 'content-range': `bytes */${sizeBytes}` },
  })
}
