import type { FastifyInstance, FastifyRequest } from 'fastify'
import FindMyWay from 'find-my-way'
import { Problem } from '#platform/problem.ts'

/** Knows every route, so that a known path with another method can be told from an unknown path. */
export type Methods = { allowedAt(path: string): string[] }

export const MAX_PARAM_LENGTH = 40_000

export function trackMethods(app: FastifyInstance): Methods {
  const router = FindMyWay({ ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH })
  const methods = new Set<string>()
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) {
      methods.add(one)
      if (!router.hasRoute(one as 'GET', url)) router.on(one as 'GET', url, () => {})
    }
  })
  return {
    allowedAt(path) {
      try {
        return [...methods].filter((method) => router.find(method as 'GET', path) !== null).sort()
      } catch {
        return []
      }
    },
  }
}

export function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

export function unknownAddress(request: FastifyRequest, methods: Methods): Problem {
  const allowed = methods.allowedAt(pathOf(request.url))
  if (allowed.length === 0) return new Problem('not_found', 'not_found', 'No resource exists at this URL.')
  return new Problem(
    'method_not_allowed',
    'method_not_allowed',
    `Method not allowed (allowed: ${allowed.join(', ')}).`,
    {
      headers: { allow: allowed.join(', ') },
    },
  )
}
