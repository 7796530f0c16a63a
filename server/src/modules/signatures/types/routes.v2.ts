import { resourceRoutes } from '#kernel/resources/resource-routes.ts'
import type { Db } from '#platform/db/db.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Routes } from '#platform/http/routes.ts'
import { signatureTypes } from './signature-types.ts'

export function signatureTypeRoutes(deps: { db: Db; cursors: Cursors }): Routes {
  return (v2) => resourceRoutes(v2, deps, signatureTypes)
}
