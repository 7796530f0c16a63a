import { PassThrough } from 'node:stream'
import type { Http } from '#platform/http/routes.ts'
import { malformed, Problem } from '#platform/problem.ts'
import { takeMultipart } from './multipart.ts'

/** Mounts routes that take files as they come: as parts of a form, or as the body itself, which is then a stream. */
export function takeFiles(scope: Http, { maxFileBytes }: { maxFileBytes: number }, mount: (inner: Http) => void): void {
  scope.register(async (inner: Http) => {
    inner.removeAllContentTypeParsers()
    await takeMultipart(inner, { maxFileBytes })
    inner.addContentTypeParser('*', (request, payload, done) => {
      // A handler that refuses the body destroys its stream; the connection is still needed for the response.
      const body = new PassThrough()
      payload.once('error', (error) =>
        body.destroy(error instanceof Problem ? error : malformed('The body ended before it was complete.')),
      )
      request.idempotent?.digest.observe(payload)
      done(null, payload.pipe(body))
    })
    expectFiles(inner, { maxBodyBytes: maxFileBytes })
    mount(inner)
  })
}

/** Mounts routes that take forms with files, and JSON as every route does. */
export function takeMultipartForms(
  scope: Http,
  { maxFileBytes }: { maxFileBytes: number },
  mount: (inner: Http) => void,
): void {
  scope.register(async (inner: Http) => {
    await takeMultipart(inner, { maxFileBytes })
    expectFiles(inner)
    mount(inner)
  })
}

/** Marks the routes of a scope as such with which files come. */
function expectFiles(scope: Http, limits: { maxBodyBytes?: number } = {}): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, ...limits, takesFiles: true }
  })
}

/** A body that only the handler reads, as it arrives. */
export const unchecked = { validatorCompiler: () => () => true }
