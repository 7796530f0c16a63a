import type { onSendHookHandler } from 'fastify'

type Deprecation = { since: Date; sunset: Date; publicUrl: string }

/** Marks every answer of a call that is to be used no more (RFC 9745, RFC 8594). */
export function deprecated({ since, sunset, publicUrl }: Deprecation): onSendHookHandler {
  const headers = {
    deprecation: `@${since.getTime() / 1000}`,
    sunset: sunset.toUTCString(),
    link: `<${publicUrl}/docs>; rel="deprecation"; type="text/html"`,
  }
  return (_request, reply, payload, done) => {
    reply.headers(headers)
    done(null, payload)
  }
}
