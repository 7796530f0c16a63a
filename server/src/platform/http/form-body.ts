import { isUtf8 } from 'node:buffer'
import { malformed } from '#platform/problem.ts'
import { parseFields } from './form-fields.ts'
import type { Http } from './routes.ts'

/** Lets a scope take `application/x-www-form-urlencoded`, and nothing else. */
export function takeForms(scope: Http): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, bytes, done) => {
    if (!isUtf8(bytes as Buffer)) return done(malformed('The body is not valid UTF-8.'))
    return done(null, parseFields(bytes.toString('utf8')))
  })
  // No body is a form without fields: what it lacks is told field by field.
  scope.addHook('preValidation', async (request) => {
    request.body ??= {}
  })
}
