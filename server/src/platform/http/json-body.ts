import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { malformed } from '#platform/problem.ts'

/** Decisions 1.6: a JSON body may have 1 MiB. */
export const JSON_LIMIT_BYTES = 1024 * 1024

/** JSON that is UTF-8 throughout; the keys `__proto__` and `constructor` are dropped. An absent body is no error here. */
export function takeJson(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('remove', 'remove')
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: JSON_LIMIT_BYTES },
    (request, bytes, done) => {
      if (bytes.length === 0) return done(null, undefined)
      if (!isUtf8(bytes as Buffer)) return done(malformed('The body is not valid UTF-8.'))
      return parse(request, bytes.toString('utf8'), done)
    },
  )
}
