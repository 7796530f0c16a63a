import type { preValidationHookHandler } from 'fastify'

/** Takes parameters of a query that are there without a value as absent. */
export function emptyAsAbsent(...names: string[]): preValidationHookHandler {
  return (request, _reply, done) => {
    const query = request.query as Record<string, unknown>
    for (const name of names) if (query[name] === '') delete query[name]
    done()
  }
}
