import type { Document } from '../server/src/apis/site/openapi/document.ts'
import { selectPaths } from '../server/src/apis/site/openapi/select-paths.ts'
import type { Http } from '../server/src/platform/http/routes.ts'

/** Which paths belong to which file; the first that fits takes a path. */
const FILES: [name: string, prefix: RegExp][] = [
  ['v2', /^\/api\/v2\/client\//],
  ['v1', /^\/api\/v1\/|^\/projects\//],
  ['portal', /^\/portal\/api\//],
  ['unversioned', /^\/api\//],
]

/** Where the service listens unless its settings say otherwise. */
const servers = [{ url: 'http://127.0.0.1:8080', description: 'The default; `PUBLIC_URL` of the service elsewhere.' }]

/** The OpenAPI description, one file for each API group. */
export function genOpenapi(app: Http): Record<string, string> {
  const { 'x-tagGroups': _, ...document } = app.swagger() as unknown as Document
  const fileOf = (path: string) => FILES.find(([, prefix]) => prefix.test(path))?.[0]
  return Object.fromEntries(
    FILES.map(([name]) => {
      const selected = selectPaths({ ...document, servers }, (path) => fileOf(path) === name)
      return [`openapi/${name}.json`, `${JSON.stringify(selected, null, 2)}\n`]
    }),
  )
}
