import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { answerBrokenCall, REQUEST_TIMEOUT } from '#platform/http/broken-call.ts'
import type { Callers } from '#platform/http/callers.ts'
import { type Methods, unknownAddress } from '#platform/http/methods.ts'
import type { Http } from '#platform/http/routes.ts'
import { malformed, Problem } from '#platform/problem.ts'
import { type BodyBudget, type BodyReservation, openBodyBudget } from './body-budget.ts'
import { announceClose, drainBody } from './drain-body.ts'
import { hasTooManyFields, MAX_FIELDS } from './form-fields.ts'
import { fileTooLarge } from './multipart.ts'
import { bodyTooLarge } from './receive-body.ts'
import { watchBodies } from './watch-bodies.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Files come with calls of this route, which therefore may take long to arrive. */
    takesFiles?: boolean
    /** How large a body may be that is a file by itself. */
    maxBodyBytes?: number
  }
  interface FastifyRequest {
    /** What the body of this call takes of the memory. */
    heldBody: BodyReservation | undefined
  }
}

export type BodyTimes = {
  /** How long a caller may send nothing in the middle of a body. */
  idleMs: number
  /** How long a body may take, and how long one with files. */
  wholeMs: number
  filesMs: number
}

type Options = { methods: Methods; callers: Callers; times: BodyTimes; budget?: BodyBudget }

/**
 * Stands between the credentials, which are checked by then, and the reading of a body: refuses a body that no route
 * takes, asks for one that waits to be asked for, sees to it that it comes in time, and counts what it takes.
 */
export function guardBodies(app: Http, { methods, callers, times, budget = openBodyBudget() }: Options): void {
  const bodies = watchBodies(times.idleMs)
  const waiting = new WeakSet<IncomingMessage>()
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request)
    app.server.emit('request', request, response)
  })
  const unmet = new WeakSet<IncomingMessage>()
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    unmet.add(request)
    app.server.emit('request', request, response)
  })
  app.decorateRequest('heldBody', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) reply.raw.once('finish', () => drainBody(request))
    if (unmet.has(request.raw)) return done(unmetExpectation())
    if (hasTooManyFields(request.url)) return done(malformed(`The query has more than ${MAX_FIELDS} parameters.`))
    return done()
  })
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (!hasBody(request)) return done()
    if (request.is404) return done(unknownAddress(request, methods))
    if (isTooLarge(request)) return done(request.routeOptions.config.maxBodyBytes ? fileTooLarge() : bodyTooLarge())
    const held = budget.open(callers.callerOf(request)?.client.id ?? `from ${request.ip}`)
    const wholeMs = request.routeOptions.config.takesFiles ? times.filesMs : times.wholeMs
    const stopWatching = bodies.watch(request.raw, wholeMs, () => giveUp(request.raw, reply.raw))
    request.heldBody = held
    reply.raw.once('close', () => {
      held.release()
      stopWatching()
    })
    if (waiting.has(request.raw)) reply.raw.writeContinue()
    return done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (hasBody(request)) announceClose(request, reply)
    done()
  })
  app.addHook('onClose', async () => bodies.stop())
}

function giveUp({ socket }: IncomingMessage, { headersSent }: ServerResponse): void {
  if (headersSent) socket.destroy()
  else answerBrokenCall(Object.assign(new Error('Too late'), { code: REQUEST_TIMEOUT }), socket)
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/** Forms with files are measured part by part, as they are stored. */
function isTooLarge({ headers, routeOptions }: FastifyRequest): boolean {
  const { config, bodyLimit } = routeOptions
  const isForm = /^multipart\//i.test(headers['content-type'] ?? '')
  if (config.takesFiles && isForm) return false
  return Number(headers['content-length'] ?? 0) > (config.maxBodyBytes ?? bodyLimit)
}

function unmetExpectation(): Problem {
  return new Problem('expectation_failed', 'expectation_failed', 'Only Expect: 100-continue is supported.')
}
