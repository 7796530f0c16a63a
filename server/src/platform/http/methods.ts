import type { FastifyInstance } from 'fastify'
import FindMyWay from 'find-my-way'

/** Knows every route, so that a known path with another method can be told from an unknown path. */
export type Methods = { allowedAt(path: string): string[] }

export const MOST_PARAM_LENGTH = 40_000

export function trackMethods(app: FastifyInstance): Methods {
  const router = FindMyWay({ ignoreTrailingSlash: true, maxParamLength: MOST_PARAM_LENGTH })
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
