import { finished } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WorkCaller } from '#platform/db/work.ts'
import type { Callers } from '#platform/http/callers.ts'
import type { Http } from '#platform/http/routes.ts'
import { malformed } from '#platform/problem.ts'
import { CallDigest } from './call-digest.ts'
import { type IdempotencyDeps, IdempotentCall, type StoredAnswer } from './idempotent-call.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the call came with an Idempotency-Key that counts. */
    idempotent: Pick<IdempotentCall, 'digest' | 'replay' | 'finish'> | undefined
  }
}

const KEY = /^[\x21-\x7e]{1,255}$/
/** What an answer is given again with; all else belongs to the answering, not to the answer. */
const KEPT_HEADERS = ['content-type', 'location']

/** Lets POST calls with credentials be sent again without being done again. Other calls cost nothing. */
export function answerOnce<Caller extends WorkCaller>(
  app: Http,
  callers: Callers<Caller>,
  deps: IdempotencyDeps<Caller>,
): void {
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const key = request.headers['idempotency-key']
    if (key === undefined || request.method !== 'POST') return done()
    const caller = callers.callerOf(request)
    if (!caller) return done()
    if (typeof key !== 'string' || !KEY.test(key)) return done(badKey())
    request.idempotent = new IdempotentCall(deps, caller, {
      key,
      credentials: callers.credentialsOf(request).join(),
      digest: new CallDigest({
        method: request.method,
        url: request.url,
        contentType: request.headers['content-type'],
      }),
    })
    return done()
  })
  app.addHook('preHandler', (request, reply, done) => {
    if (request.idempotent) replayInto(request, reply).then((isAnswered) => isAnswered || done(), done)
    else done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.idempotent) keepAnswer(request, reply, payload).then(() => done(null, payload), done)
    else done(null, payload)
  })
}

async function replayInto(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const answer = await request.idempotent?.replay(() => readRest(request))
  if (!answer) return false
  request.idempotent = undefined
  reply.code(answer.status).headers({ ...answer.headers, 'idempotency-replayed': 'true' })
  reply.send(answer.body === null ? null : Buffer.from(answer.body))
  return true
}

/** What is refused changed nothing: the key is free for a better call. */
async function keepAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> {
  const { idempotent } = request
  request.idempotent = undefined
  await idempotent?.finish(reply.statusCode < 300 ? answerOf(reply, payload) : undefined)
}

/** A body that the handler would have read as it comes. */
async function readRest({ raw, idempotent, body }: FastifyRequest): Promise<void> {
  const rest = typeof (body as { pipe?: unknown } | undefined)?.pipe === 'function' ? (body as typeof raw) : raw
  if (rest === raw && (raw.readableEnded || !/^multipart\//i.test(raw.headers['content-type'] ?? ''))) return
  if (rest === raw) idempotent?.digest.observe(raw)
  rest.resume()
  await finished(rest, { writable: false }).catch(() => {
    throw malformed('The body ended before it was complete.')
  })
}

function answerOf(reply: FastifyReply, payload: unknown): StoredAnswer {
  if (payload !== null && payload !== undefined && typeof payload !== 'string') {
    throw new Error('Only an answer that is a text can be kept under an Idempotency-Key.')
  }
  const kept = KEPT_HEADERS.map((name) => [name, reply.getHeader(name)] as const)
  const headers = Object.fromEntries(kept.flatMap(([name, value]) => (value ? [[name, String(value)]] : [])))
  return { status: reply.statusCode, headers, body: payload ?? null }
}

function badKey() {
  return malformed('An Idempotency-Key must have 1 to 255 visible ASCII characters.')
}
