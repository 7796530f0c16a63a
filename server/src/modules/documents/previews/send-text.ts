import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import { type FileDeps, MAX_PDF_BYTES, readBytes } from '#modules/documents/filing/receive-file.ts'
import { isAmong } from '#platform/http/responses/entity-tags.ts'
import { NotModified } from '#platform/http/responses/send-file.ts'
import { NamedObject } from '#platform/http/validation/schemas.ts'
import { Problem } from '#platform/problem.ts'
import type { ReadFile } from './send-page.ts'

export const TextQuery = Type.Object({
  from: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100_000, default: 1, description: 'The first page wanted.' }),
  ),
})
export type TextQuery = Static<typeof TextQuery>

const TextRun = NamedObject('PageTextRun', {
  text: Type.String(),
  box: Type.Array(Type.Integer(), {
    minItems: 4,
    maxItems: 4,
    description: 'Left, top, width and height, in ten-thousandths of the width and the height of the page.',
  }),
  turn: Type.Optional(Type.Integer({ description: 'Degrees, clockwise; 90, 180 or 270.' })),
})
const PagesText = NamedObject('PagesText', {
  pages: Type.Array(
    NamedObject('PageText', {
      page: Type.Integer(),
      ratio: Type.Number({ description: 'Height by width.' }),
      lines: Type.Array(Type.Array(TextRun), { description: 'In their order. A scan has none.' }),
    }),
  ),
  next: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'The first page of the rest; null after the last page.',
  }),
})

/** How the answers of `sendText` are described. */
export const TextContent = { 200: PagesText, 304: NotModified }

/** Changes with what the answer says of a file, so that no browser keeps an older one. */
const FORMAT = 'text-1'

/**
 * Answers with the text of some pages of a stored PDF and where it stands, to lie over their pictures. That the caller may
 * see the document is for the route to settle.
 */
export async function sendText(
  reply: FastifyReply,
  { blobs, pdfWorkers }: FileDeps,
  { file: { content_type, size, sha256 }, beforeBytes }: ReadFile,
  { from = 1 }: TextQuery,
) {
  if (content_type !== 'application/pdf') throw noText('Only PDF documents have a text.')
  if (Number(size) > MAX_PDF_BYTES) throw noText('The document is too large for its text to be read.')
  const etag = `"${sha256}-${FORMAT}-${from}"`
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (isAmong(reply.request.headers['if-none-match'], etag)) return reply.code(304).send()
  const named = {
    // Clients share no readings. An external signer has no caller; their file is known by its bytes alone.
    name: `${reply.request.caller?.client.id ?? ''} ${sha256}`,
    read: () => readBytes(blobs, sha256, 0, Number(size) - 1),
  }
  const read = await pdfWorkers.readNamedText(named, from)
  if (read.outcome === 'not_readable') throw noText('The document cannot be read.')
  if (read.outcome === 'no_such_page') throw noText(`The document ends with page ${read.pageCount}.`)
  if (reply.request.method !== 'HEAD') await beforeBytes('whole')
  return reply.send({ pages: read.pages, next: read.next })
}

function noText(message: string): Problem {
  return new Problem('not_found', 'no_preview', message)
}
