import type { IncomingMessage } from 'node:http'
import { PassThrough, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import type { Http } from '#platform/http/routes.ts'
import { malformed, Problem } from '#platform/problem.ts'

/** The codings of a body that are taken, as RFC 9110 names them. */
const UNPACKERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}
export const BODY_CODINGS = 'gzip, deflate, br'

/**
 * Unpacks a body that comes with `Content-Encoding`, chunk by chunk and only as fast as it is read: its limits count what
 * was unpacked, and whatever stops at a limit unpacks no more. Forms in parts are not taken packed; their files mostly
 * are already.
 */
export function decompressBodies(app: Http): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const coding = request.headers['content-encoding']?.trim().toLowerCase()
    if (coding === undefined || coding === '' || coding === 'identity') return done(null, payload)
    const open = Object.hasOwn(UNPACKERS, coding) ? UNPACKERS[coding] : undefined
    if (open === undefined || isForm(request)) return done(unsupportedCoding())
    const unpacked = unpack(payload as IncomingMessage, open())
    reply.raw.once('close', () => unpacked.destroy())
    return done(null, unpacked as typeof payload)
  })
}

function isForm({ headers }: FastifyRequest): boolean {
  return /^multipart\//i.test(headers['content-type'] ?? '')
}

/** The connection outlives a body that cannot be unpacked: it is needed for the answer. */
function unpack(packed: Readable, unpacker: Transform): Readable {
  const unpacked = new PassThrough()
  const fail = (message: string) => unpacked.destroy(malformed(message))
  packed.once('error', () => fail('The body ended before it was complete.'))
  unpacker.once('error', () => fail('The body does not match its Content-Encoding.'))
  unpacked.once('close', () => {
    packed.unpipe(unpacker)
    unpacker.destroy()
  })
  return packed.pipe(unpacker).pipe(unpacked)
}

function unsupportedCoding(): Problem {
  const message = `Supported Content-Encoding: ${BODY_CODINGS}; multipart forms must not be encoded.`
  return new Problem('unsupported_coding', 'unsupported_content_encoding', message, {
    headers: { 'accept-encoding': BODY_CODINGS },
  })
}
