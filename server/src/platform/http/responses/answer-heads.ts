import type { Readable } from 'node:stream'
import type { Http } from '#platform/http/routes.ts'

/**
 * Lets HEAD take the routes of GET, and answers it without a body. Fastify's own way registers a second route for each
 * GET, which takes a fifth of the time in which a server is built. To be called after all hooks that read bodies.
 */
export function answerHeads(app: Http): void {
  app.addHook('onRoute', (route) => {
    if (route.method === 'GET') route.method = ['GET', 'HEAD']
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.method !== 'HEAD') return done(null, payload)
    if (isStream(payload)) payload.on('error', () => {}).destroy()
    if (isText(payload) && !reply.hasHeader('content-length')) {
      reply.header('content-length', Buffer.byteLength(payload))
    }
    return done(null, null)
  })
}

function isStream(payload: unknown): payload is Readable {
  return typeof (payload as Readable | null)?.pipe === 'function'
}

function isText(payload: unknown): payload is string | Buffer {
  return typeof payload === 'string' || Buffer.isBuffer(payload)
}
