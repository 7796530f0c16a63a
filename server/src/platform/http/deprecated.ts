import type { FastifyRequest, onSendHookHandler } from 'fastify'

/** Since when a call should no longer be used, and when it is to go. */
export type Deprecation = { since: Date; sunset: Date }

/**
 * Marks every answer of the calls of a group that should no longer be used (RFC 9745, RFC 8594), and names the calls
 * that replace them (RFC 5829).
 */
export function deprecated(group: Deprecation, publicUrl: string): onSendHookHandler {
  const documentation = `<${publicUrl}/docs>; rel="deprecation"; type="text/html"`
  return (request, reply, payload, done) => {
    if (!request.is404) {
      const { deprecation: { since, sunset } = group } = request.routeOptions.config
      const links = [
        documentation,
        ...successorsOf(request).map((path) => `<${publicUrl}${path}>; rel="successor-version"`),
      ]
      reply.headers({ deprecation: `@${since.getTime() / 1000}`, sunset: sunset.toUTCString(), link: links.join(', ') })
    }
    done(null, payload)
  }
}

/** The paths of the calls that replace this one, with the ids of this one. */
function successorsOf({ routeOptions, params }: FastifyRequest): string[] {
  const given = params as Record<string, string>
  const fill = (path: string) => path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(given[name] ?? ''))
  return (routeOptions.config.replacedBy ?? []).map(fill)
}
