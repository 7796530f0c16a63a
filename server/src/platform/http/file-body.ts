import { takeMultipart } from './multipart.ts'
import type { Http } from './routes.ts'

/** Mounts routes that take files as they come: as parts of a form, or as the body itself, which is then a stream. */
export function takeFiles(scope: Http, { maxFileBytes }: { maxFileBytes: number }, mount: (inner: Http) => void): void {
  scope.register(async (inner: Http) => {
    inner.removeAllContentTypeParsers()
    await takeMultipart(inner, { maxFileBytes })
    inner.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    mount(inner)
  })
}

/** A body that is looked at by the handler as it comes, and by nobody before. */
export const unchecked = { validatorCompiler: () => () => true }
