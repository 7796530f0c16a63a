import type { FastifyRequest } from 'fastify'
import type { Methods } from './methods.ts'
import type { Http, Routes } from './routes.ts'
import { pathOf, unknownAddress } from './server.ts'

export type Scope = {
  prefix: string
  /** How the group is named in the interactive documentation. */
  tag: string
  /** Sets `request.caller`, or throws. Not called for routes that anyone may use or that check credentials themselves. */
  authenticate(request: FastifyRequest): Promise<void>
  features: Routes[]
}

/** Mounts one API group: its authentication, its routes, and its answer to addresses that are not there. */
export function mountScope(app: Http, methods: Methods, { prefix, tag, authenticate, features }: Scope): void {
  app.register(
    async (scope: Http) => {
      scope.addHook('onRoute', (route) => {
        if (!route.config?.allow) throw new Error(`${route.method} ${route.url} does not say whom it allows.`)
        route.schema = { tags: [tag], ...route.schema }
      })
      scope.addHook('onRequest', async (request) => {
        if (needsAuthentication(request, methods)) await authenticate(request)
      })
      scope.setNotFoundHandler((request) => {
        throw unknownAddress(request, methods)
      })
      for (const mount of features) mount(scope)
    },
    { prefix },
  )
}

function needsAuthentication(request: FastifyRequest, methods: Methods): boolean {
  // A wrong method is no secret; whether an address exists at all is told to known callers only.
  if (request.is404) return methods.allowedAt(pathOf(request.url)).length === 0
  const { allow = [] } = request.routeOptions.config
  return !allow.includes('anyone') && !allow.includes('application_credentials')
}
