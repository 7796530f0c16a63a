import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import FindMyWay, { type HTTPMethod } from 'find-my-way'
import { Problem } from '#platform/problem.ts'

/** Knows every route, so that a known path with another method can be told from an unknown path. */
export type Methods = { allowedAt(path: string): string[] }

type KnownRoutes = { methods: ReadonlySet<HTTPMethod>; router: ReturnType<typeof FindMyWay> }

export const MAX_PARAM_LENGTH = 40_000

export function trackMethods(app: FastifyInstance): Methods {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  // Made by the first call that no route takes: most processes never see one.
  let known: KnownRoutes | undefined
  return {
    allowedAt(path) {
      known ??= knowRoutes(routes)
      const { methods, router } = known
      try {
        return [...methods].filter((method) => router.find(method, path) !== null).sort()
      } catch {
        return []
      }
    },
  }
}

function knowRoutes(routes: readonly RouteOptions[]): KnownRoutes {
  const router = FindMyWay({ ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH })
  const methods = new Set<HTTPMethod>()
  for (const { method, url } of routes) {
    for (const one of [method].flat() as HTTPMethod[]) {
      methods.add(one)
      if (!router.hasRoute(one, url)) router.on(one, url, () => {})
    }
  }
  return { methods, router }
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
