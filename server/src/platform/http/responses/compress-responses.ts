import { pipeline, type Readable, type Transform } from 'node:stream'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import type { Callers } from '#platform/http/callers.ts'
import type { Http } from '#platform/http/routes.ts'
import { compressedTag } from './entity-tags.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is the same for everyone and holds no secret, so that it may be sent packed to anyone. */
    isPublic?: boolean
  }
}

/** A smaller answer fits into one packet anyway. */
const MIN_BYTES = 1024
/** What packs well. A PDF, a picture or a ZIP is packed already. */
const TEXT = /^(?:application\/json|text\/(?:csv|plain))\b/
/** As small as gzip at its best, for less than half of its time: measured with lists of 5 to 100 people. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }
const GZIP = { level: 4 }

type Coding = 'br' | 'gzip'

/**
 * Compresses responses for callers that ask for it by `Accept-Encoding`, in the threads of zlib and not in the one that
 * answers calls. Responses to browsers and to calls without credentials, such as log-ins, are left as they are: when a
 * response holds a secret beside text that an attacker chose, its compressed length reveals the secret (BREACH). An
 * attacker cannot make a program send calls, so its responses are safe to compress.
 */
export function compressResponses(app: Http, callers: Callers): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isSafe = callers.isProgram(request) || request.routeOptions.config.isPublic === true
    if (!isSafe || !isCompressible(reply, payload)) return done(null, payload)
    reply.header('vary', 'accept-encoding')
    const coding = codingIn(request.headers['accept-encoding'])
    if (coding === undefined || request.method === 'HEAD') return done(null, payload)
    reply.header('content-encoding', coding).removeHeader('content-length')
    const tag = reply.getHeader('etag')
    if (typeof tag === 'string') reply.header('etag', compressedTag(tag, coding))
    if (isStream(payload)) return done(null, packStream(payload, coding))
    const pack = (callback: (error: Error | null, packed: Buffer) => void) =>
      coding === 'br' ? brotliCompress(payload as string, BROTLI, callback) : gzip(payload as string, GZIP, callback)
    return pack(done as (error: Error | null, packed: Buffer) => void)
  })
}

function isCompressible(reply: FastifyReply, payload: unknown): boolean {
  const isLarge = isStream(payload) || (isText(payload) && payload.length >= MIN_BYTES)
  if (!isLarge || !TEXT.test(String(reply.getHeader('content-type')))) return false
  // Of a stored file, parts can be asked for, by the bytes that it has.
  return !reply.hasHeader('accept-ranges') && !reply.hasHeader('content-encoding')
}

function isText(payload: unknown): payload is string | Buffer {
  return typeof payload === 'string' || Buffer.isBuffer(payload)
}

function isStream(payload: unknown): payload is Readable {
  return typeof (payload as Readable | null)?.pipe === 'function'
}

/** Whatever ends one of the two ends the other. */
function packStream(source: Readable, coding: Coding): Transform {
  const packer = coding === 'br' ? createBrotliCompress(BROTLI) : createGzip(GZIP)
  return pipeline(source, packer, () => {}) as unknown as Transform
}

/** The better of the codings that a caller takes; ours is the choice between equals. */
export function codingIn(header: string | undefined): Coding | undefined {
  if (header === undefined) return undefined
  const weights = new Map(
    header.split(',').map((one): [string, number] => {
      const [name = '', ...parameters] = one
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return [name, weight === undefined ? 1 : Number(weight) || 0]
    }),
  )
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const br = weightOf('br')
  const gzip = Math.max(weightOf('gzip'), weights.get('x-gzip') ?? 0)
  if (br === 0 && gzip === 0) return undefined
  return br >= gzip ? 'br' : 'gzip'
}
