import type { Span, Tracing } from '#platform/tracing.ts'
import type { Http } from './routes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The step of a trace that the call is, if calls are traced. */
    span: Span | undefined
  }
}

/** Makes each call a step of a trace: of that of its caller, or of a new one. Addresses are told by their routes. */
export function traceCalls(app: Http, tracing: Tracing | undefined): void {
  app.decorateRequest('span', undefined)
  if (!tracing) return
  app.addHook('onRequest', (request, _reply, done) => {
    const { url: route = 'unknown', config } = request.routeOptions
    if (config.isVitalSign) return done()
    const { method, id } = request
    const facts = { 'http.request.method': method, 'http.route': route, 'dossier.request_id': id }
    const traceparent = [request.headers.traceparent].flat()[0]
    request.span = tracing.begin(`${method} ${route}`, { kind: 'server', facts, traceparent })
    tracing.run(request.span, done)
  })
  // A body arrives in a turn of its own, which knows nothing of the call.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) tracing.run(request.span, done)
    else done()
  })
  app.addHook('onResponse', (request, { statusCode }, done) => {
    request.span?.note({ 'http.response.status_code': statusCode })
    request.span?.end(statusCode >= 500 ? `${statusCode}` : undefined)
    done()
  })
}
