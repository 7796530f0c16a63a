import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyError, type FastifyReply, type FastifyRequest } from 'fastify'
import { DatabaseUnavailable } from '#platform/db/connections/database-unavailable.ts'
import type { WorkCaller } from '#platform/db/work.ts'
import { type BodyTimes, guardBodies } from '#platform/http/bodies/body-guard.ts'
import { decompressBodies } from '#platform/http/bodies/decompress-body.ts'
import { JSON_LIMIT_BYTES, takeJson } from '#platform/http/bodies/json-body.ts'
import { parseQuery } from '#platform/http/bodies/query-fields.ts'
import { answerOnce } from '#platform/http/idempotency/answer-once.ts'
import type { IdempotencyDeps } from '#platform/http/idempotency/idempotent-call.ts'
import { answerHeads } from '#platform/http/responses/answer-heads.ts'
import { compressResponses } from '#platform/http/responses/compress-responses.ts'
import { keepEntityTags } from '#platform/http/responses/entity-tags.ts'
import { serializerCompiler } from '#platform/http/responses/serialization.ts'
import { toProblem, validatorCompiler } from '#platform/http/validation/validation.ts'
import type { Log } from '#platform/log.ts'
import { clientAddressFinder, type TrustedProxies } from '#platform/net/client-address.ts'
import { malformed, Problem, type ProblemKind, unavailable } from '#platform/problem.ts'
import type { Tracing } from '#platform/tracing.ts'
import { answerBrokenCall } from './broken-call.ts'
import type { Callers } from './callers.ts'
import { limitWaits } from './limit-waits.ts'
import { MAX_PARAM_LENGTH, type Methods, pathOf, trackMethods, unknownAddress } from './methods.ts'
import { limitRates } from './rate-limit.ts'
import type { Http } from './routes.ts'
import { securityHeaders } from './security-headers.ts'
import { traceCalls } from './trace-calls.ts'

/** Enough for a value path of ten long codes, percent-encoded. */
const MAX_HEADER_BYTES = 64 * 1024

/** How one API group says that something went wrong. */
export type ErrorBody = { status: number; body: unknown; headers?: Record<string, string> }
export type ErrorShape = {
  /** Paths that belong to the group. */
  owns(path: string): boolean
  refusal(problem: Problem, path: string): ErrorBody
  /** Our own fault: a request id and nothing of the inside. */
  failure(requestId: string, path: string): unknown
  /** The status and the body of a refusal of this kind at this path, and of a failure, for the documentation. */
  describe(path: string, kind: ProblemKind | 'failure'): { status: number; schema: object }
}

/** How long a caller may take to send the headers of a call, and its body. */
export type ServerTimes = BodyTimes & { headersMs: number }
export const SERVER_TIMES: ServerTimes = { headersMs: 10_000, idleMs: 15_000, wholeMs: 60_000, filesMs: 300_000 }

export type ServerOptions<Caller extends WorkCaller> = {
  callers: Callers<Caller>
  log: Log
  publicUrl: string
  trustProxy: TrustedProxies
  shapes: readonly ErrorShape[]
  times?: ServerTimes
  /** How many calls the same credentials may make; any number when it is 0 or left out. */
  callsPerMinute?: number
  tracing?: Tracing | undefined
  /** Without it, no answer is kept under an Idempotency-Key. */
  idempotency?: IdempotencyDeps<Caller>
  /** The page for unknown addresses outside the API groups; without it, an error body is sent. */
  unknownPage?: (reply: FastifyReply) => Promise<FastifyReply>
}

export function createServer<Caller extends WorkCaller>(
  options: ServerOptions<Caller>,
): { app: Http; methods: Methods } {
  const { callers, log, publicUrl, trustProxy, shapes, times = SERVER_TIMES, callsPerMinute = 0 } = options
  const { idempotency, unknownPage, tracing } = options
  const byDefault = securityHeaders(publicUrl)
  const answerError = errorAnswerer(shapes, log, byDefault)
  const logAnswer = (request: FastifyRequest, reply: AnsweredReply) =>
    log.info({ ...requestFacts(request, reply), ...callerFacts(callers.callerOf(request)) }, 'request.answered')
  const app = Fastify({
    bodyLimit: JSON_LIMIT_BYTES,
    genReqId: () => randomUUID(),
    logger: false,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerBrokenCall,
    requestTimeout: times.filesMs,
    return503OnClosing: false,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: times.headersMs,
      connectionsCheckingInterval: Math.min(1000, Math.ceil(times.headersMs / 3)),
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH, querystringParser: parseQuery },
    frameworkErrors: (error, request, reply) => {
      answerError(error, request as FastifyRequest, reply as never)
      logAnswer(request as FastifyRequest, reply)
    },
  }) as unknown as Http

  traceCalls(app, tracing)
  limitWaits(app)
  const methods = trackMethods(app)
  takeJson(app)
  if (callsPerMinute > 0) limitRates(app, callers, { callsPerMinute })
  guardBodies(app, { methods, callers, times })
  decompressBodies(app)
  if (idempotency) answerOnce(app, callers, idempotency)
  keepEntityTags(app)
  compressResponses(app, callers)
  answerHeads(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  decorateRequests(app, trustProxy)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'x-request-id': request.id, ...byDefault })
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    logAnswer(request, reply)
    done()
  })
  stopGently(app)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => {
    const problem = unknownAddress(request, methods)
    if (unknownPage && problem.kind === 'not_found' && wantsPage(request, shapes)) return unknownPage(reply)
    return answerError(problem, request, reply)
  })
  return { app, methods }
}

function decorateRequests(app: Http, trustProxy: TrustedProxies): void {
  app.decorateRequest('idempotent', undefined)
  const findClientAddress = clientAddressFinder(trustProxy)
  app.decorateRequest('ip', {
    getter(this: FastifyRequest) {
      return findClientAddress(this.raw.socket.remoteAddress, [this.headers['x-forwarded-for'] ?? ''].join(','))
    },
  })
}

/** Browsers ask for HTML by name when they open an address; programs, and scripts of pages, do not. No API has pages. */
function wantsPage({ method, headers, url }: FastifyRequest, shapes: readonly ErrorShape[]): boolean {
  const isOfApi = shapes.find(({ owns }) => owns(pathOf(url))) !== shapes.at(-1)
  return !isOfApi && (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(headers.accept ?? '')
}

function stopGently(app: Http): void {
  letGoOfConnections(app)
  refuseWhileStopping(app)
}

/** While the service stops, a connection whose last answer is written is closed rather than kept for the next call. */
function letGoOfConnections(app: Http): void {
  let timer: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    timer = setInterval(() => app.server.closeIdleConnections(), 20)
  })
  app.addHook('onClose', async () => clearInterval(timer))
}

/** A call that still comes on a kept connection is refused in the words of its group; another process answers the next try. */
function refuseWhileStopping(app: Http): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isStopping || request.routeOptions.config.isVitalSign) return done()
    done(unavailable('shutting_down', 'The service is shutting down. Try again.', 1))
  })
}

type AnsweredReply = { statusCode: number; elapsedTime: number }

/** The route's pattern stands for the address: ids in a path can name a person. */
function requestFacts(request: FastifyRequest, { statusCode, elapsedTime }: AnsweredReply): object {
  return {
    request_id: request.id,
    method: request.method,
    route: request.routeOptions.url ?? null,
    status: statusCode,
    duration_ms: Math.round(elapsedTime * 10) / 10,
    ...(request.span && { trace_id: request.span.traceId }),
  }
}

function callerFacts(caller: WorkCaller | undefined): object {
  return { client_id: caller?.client.id, actor_id: caller?.actor.id }
}

type Reply = {
  code(status: number): Reply
  headers(values: Record<string, string>): Reply
  removeHeader(name: string): Reply
  send(body: unknown): Reply
}

/** What the answer would have been may have been described already. */
const OF_A_FILE = ['content-disposition', 'content-length', 'content-range', 'content-type', 'etag', 'accept-ranges']

function errorAnswerer(shapes: readonly ErrorShape[], log: Log, byDefault: Record<string, string>) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: Reply): void => {
    const path = pathOf(request.url)
    const shape = shapes.find((one) => one.owns(path))
    if (!shape) throw new Error('The last error shape must match every path.')
    for (const name of OF_A_FILE) reply.removeHeader(name)
    // The framework would hang up on a caller who still sends a body; `drop-rest.ts` decides when to.
    reply.removeHeader('connection')
    const problem = asProblem(error, request)
    if (problem === undefined) {
      log.error({ request_id: request.id, route: request.routeOptions?.url, err: error }, 'request.failed')
      reply
        .headers({ 'x-request-id': request.id, ...byDefault })
        .code(500)
        .send(shape.failure(request.id, path))
      return
    }
    const { status, body, headers } = shape.refusal(problem, path)
    if (problem.cause !== undefined) {
      log.error({ request_id: request.id, route: request.routeOptions?.url, err: problem.cause }, 'request.hindered')
    }
    reply
      .headers({ 'x-request-id': request.id, ...byDefault, ...problem.headers, ...headers })
      .code(status)
      .send(body)
  }
}

/** Foreign errors may carry a code and a status too; what they say is not for callers. */
function isFrameworkError(error: unknown): error is FastifyError {
  return error instanceof Error && String((error as Partial<FastifyError>).code).startsWith('FST_')
}

/** What the framework refuses is a problem of the caller's too; undefined means that the fault is ours. */
function asProblem(error: FastifyError | Error, request: FastifyRequest): Problem | undefined {
  if (error instanceof Problem) return error
  if (error instanceof DatabaseUnavailable) return withoutDatabase(error)
  if (!isFrameworkError(error)) return undefined
  if (error.validation) return toProblem(error.validation, error.validationContext, request.method)
  if (error.statusCode === 413) return new Problem('too_large', 'payload_too_large', 'The body is too large.')
  if (error.code === 'FST_ERR_BAD_URL') return new Problem('not_found', 'not_found', 'No resource exists at this URL.')
  if (error.statusCode !== undefined && error.statusCode < 500) return malformed(error.message)
  return undefined
}

/** Whether a change was made that was about to be stored is unknown: the caller finds out by sending it again. */
function withoutDatabase(cause: DatabaseUnavailable): Problem {
  return unavailable('database_unavailable', 'The database cannot be used at the moment. Try again.', 5, cause)
}
