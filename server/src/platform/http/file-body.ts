import { PassThrough } from 'node:stream'
import { malformed } from '#platform/problem.ts'
import { takeMultipart } from './multipart.ts'
import type { Http } from './routes.ts'

/** Mounts routes that take files as they come: as parts of a form, or as the body itself, which is then a stream. */
export function takeFiles(scope: Http, { maxFileBytes }: { maxFileBytes: number }, mount: (inner: Http) => void): void {
  scope.register(async (inner: Http) => {
    inner.removeAllContentTypeParsers()
    await takeMultipart(inner, { maxFileBytes })
    inner.addContentTypeParser('*', (_request, payload, done) => {
      // Whoever refuses the body destroys what it is given; its connection is still needed for the answer.
      const body = new PassThrough()
      payload.once('error', () => body.destroy(malformed('The body ended before it was complete.')))
      done(null, payload.pipe(body))
    })
    drainRefused(inner)
    mount(inner)
  })
}

/** Mounts routes that take forms with files, and JSON as every route does. */
export function takeForms(scope: Http, { maxFileBytes }: { maxFileBytes: number }, mount: (inner: Http) => void): void {
  scope.register(async (inner: Http) => {
    await takeMultipart(inner, { maxFileBytes })
    drainRefused(inner)
    mount(inner)
  })
}

/** What is left of a body that was refused is read and thrown away; else its connection would stay as it is. */
function drainRefused(scope: Http): void {
  scope.addHook('onResponse', async ({ raw }) => {
    raw.unpipe()
    raw.resume()
  })
}

/** A body that is looked at by the handler as it comes, and by nobody before. */
export const unchecked = { validatorCompiler: () => () => true }
