import type { FastifyRequest } from 'fastify'
import type { Allow } from '#kernel/access/route-access.ts'
import { type Deprecation, deprecated } from '#platform/http/deprecated.ts'
import { type Methods, pathOf, unknownAddress } from '#platform/http/methods.ts'
import { markResources } from '#platform/http/responses/entity-tags.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { refuseUnknownInput } from '#platform/http/validation/refuse-unknown-input.ts'

/**
 * The body limit for unauthenticated callers: an address and a password are a few hundred bytes. Routes that need more
 * declare it.
 */
const STRANGER_LIMIT_BYTES = 16 * 1024

export type ApiGroup = {
  prefix: string
  /** How the group is named in the interactive documentation. */
  tag: string
  /** Sets `request.caller`, or throws. Not called for routes that anyone may use or that check credentials themselves. */
  authenticate(request: FastifyRequest): Promise<void>
  features: Routes[]
  /** Whether unknown query parameters and body keys are refused. Elsewhere they are ignored (decisions 1.5). */
  refusesUnknownInput?: boolean
  /** Whether single resources of the group have entity tags. */
  hasEntityTags?: boolean
  /** Of a group that should no longer be used. */
  deprecation?: Deprecation & { publicUrl: string }
}

/** Mounts one API group: its authentication, its routes, and its answer to addresses that are not there. */
export function mountGroup(app: Http, methods: Methods, group: ApiGroup): void {
  const { prefix, tag, authenticate, features, refusesUnknownInput = false, hasEntityTags = false, deprecation } = group
  app.register(
    async (scope: Http) => {
      scope.addHook('onRoute', (route) => {
        const { method, url } = route
        if (!route.config?.allow) throw new Error(`${[method].flat()[0]} ${url} does not say whom it allows.`)
        route.schema = { tags: [tag], ...(deprecation && { deprecated: true }), ...route.schema }
        if (refusesUnknownInput && !route.config.allow.includes('application_credentials')) refuseUnknownInput(route)
        if (isForStrangers(route.config.allow)) route.bodyLimit ??= STRANGER_LIMIT_BYTES
      })
      if (hasEntityTags) markResources(scope)
      scope.addHook('onRequest', async (request) => {
        if (needsAuthentication(request, methods)) await authenticate(request)
      })
      if (deprecation) scope.addHook('onSend', deprecated(deprecation, deprecation.publicUrl))
      scope.setNotFoundHandler((request) => {
        throw unknownAddress(request, methods)
      })
      for (const mount of features) mount(scope)
    },
    { prefix },
  )
}

function needsAuthentication(request: FastifyRequest, methods: Methods): boolean {
  // A wrong method may be known, but only authenticated callers learn whether an address exists.
  if (request.is404) return methods.allowedAt(pathOf(request.url)).length === 0
  return !isForStrangers(request.routeOptions.config.allow)
}

/** Whether a route does its own authentication, or needs none. */
function isForStrangers(allow: readonly Allow[] = []): boolean {
  return allow.includes('anyone') || allow.includes('application_credentials')
}
