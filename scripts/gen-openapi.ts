import type { Http } from '../server/src/platform/http/routes.ts'

type Document = { paths?: Record<string, unknown>; servers?: unknown; tags?: unknown; 'x-tagGroups'?: unknown }

/** Which paths belong to which file; the first that fits takes a path. */
const FILES: [name: string, prefix: RegExp][] = [
  ['v2', /^\/api\/v2\/client\//],
  ['v1', /^\/api\/v1\/|^\/projects\//],
  ['portal', /^\/portal\/api\//],
  ['unversioned', /^\/api\//],
]

/** The OpenAPI description, one file for each API group. */
export function genOpenapi(app: Http): Record<string, string> {
  // Where it runs, and how its page is divided, are not part of the interface.
  const { servers: _, tags: __, 'x-tagGroups': ___, paths = {}, ...rest } = app.swagger() as Document
  return Object.fromEntries(
    FILES.map(([name]) => {
      const own = Object.entries(paths).filter(([path]) => FILES.find(([, prefix]) => prefix.test(path))?.[0] === name)
      return [`openapi/${name}.json`, `${JSON.stringify({ ...rest, paths: Object.fromEntries(own) }, null, 2)}\n`]
    }),
  )
}
