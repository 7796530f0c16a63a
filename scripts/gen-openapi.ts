import type { Http } from '../server/src/platform/http/routes.ts'

type Document = { paths?: Record<string, unknown>; servers?: unknown }

/** Which paths belong to which file; the first that fits takes a path. */
const FILES: [name: string, prefix: RegExp][] = [
  ['v2', /^\/api\/v2\/client\//],
  ['v1', /^\/api\/v1\/|^\/projects\//],
  ['portal', /^\/portal\/api\//],
  ['unversioned', /^\/api\//],
]

/** The OpenAPI description, one file for each API group. */
export function genOpenapi(app: Http): Record<string, string> {
  const { servers: _, paths = {}, ...rest } = app.swagger() as Document
  return Object.fromEntries(
    FILES.map(([name]) => {
      const own = Object.entries(paths).filter(([path]) => FILES.find(([, prefix]) => prefix.test(path))?.[0] === name)
      return [`openapi/${name}.json`, `${JSON.stringify({ ...rest, paths: Object.fromEntries(own) }, null, 2)}\n`]
    }),
  )
}
