import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { malformed } from '#platform/problem.ts'
import { refuseCostlyJson } from './json-shape.ts'
import { receiveBody } from './receive-body.ts'

/** Decisions 1.6: a JSON body may have 1 MiB. */
export const JSON_LIMIT_BYTES = 1024 * 1024

/** JSON that is UTF-8 throughout; the keys `__proto__` and `constructor` are dropped. An absent body is not an error here. */
export function takeJson(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('remove', 'remove')
  scope.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const bytes = await receiveBody(request, payload)
    if (bytes.length === 0) return undefined
    if (!isUtf8(bytes)) throw malformed('The body is not valid UTF-8.')
    refuseCostlyJson(bytes)
    return new Promise((resolve, reject) => {
      void parse(request, bytes.toString('utf8'), (error, body) => (error ? reject(error) : resolve(body)))
    })
  })
}
