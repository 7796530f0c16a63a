import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Http } from '#platform/http/routes.ts'
import { malformed } from '#platform/problem.ts'
import { hasTooManyFields, MAX_FIELDS, parseFields } from './form-fields.ts'
import { receiveBody } from './receive-body.ts'

/** Lets a scope take `application/x-www-form-urlencoded`, and nothing else. */
export function takeUrlEncodedForms(scope: Http): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const bytes = await receiveBody(request, payload)
      if (!isUtf8(bytes)) throw malformed('The body is not valid UTF-8.')
      const text = bytes.toString('utf8')
      if (hasTooManyFields(text)) throw malformed(`The form has more than ${MAX_FIELDS} fields.`)
      return parseFields(text)
    },
  )
  // An empty body counts as a form without fields, so that the errors name each missing field.
  scope.addHook('preValidation', async (request) => {
    request.body ??= {}
  })
}
