import type { FastifyRequest, RouteOptions } from 'fastify'
import { malformed } from '#platform/problem.ts'
import { withKnownKeys } from './known-keys.ts'
import { namesOf, validatorCompiler } from './validation.ts'

type RouteSchema = { querystring?: { properties?: object }; body?: object; response?: Record<number, object> }

/**
 * Makes a route refuse what it does not know (decisions 1.5): a query parameter with 400, a body key with 422. A misspelt
 * filter would list everything, and a misspelt key of a PUT would empty what it meant.
 */
export function refuseUnknownInput(route: RouteOptions): void {
  const { querystring, body, response } = (route.schema ?? {}) as RouteSchema
  route.onRequest = [route.onRequest ?? [], refuseUnknownParameters(querystring)].flat()
  if (!body || route.validatorCompiler) return
  const answered = route.config?.answered ?? response?.[200] ?? response?.[201]
  route.validatorCompiler = (part) =>
    validatorCompiler(part.httpPart === 'body' ? { ...part, schema: withKnownKeys(body, answered) } : part)
}

function refuseUnknownParameters(querystring: RouteSchema['querystring']) {
  const known = Object.keys(querystring?.properties ?? {})
  return async (request: FastifyRequest) => {
    const unknown = Object.keys(request.query as object).filter((name) => !known.includes(name))
    if (unknown.length === 0) return
    const named = unknown.slice(0, MAX_NAMED).map((name) => JSON.stringify(name.slice(0, MAX_NAME_CHARACTERS)))
    throw malformed(`Unknown query parameter ${named.join(', ')}. ${namesOf(known)}`)
  }
}

/** How much of a caller's mistakes is repeated in the answer. */
const MAX_NAMED = 5
const MAX_NAME_CHARACTERS = 100
