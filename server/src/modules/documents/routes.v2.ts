import { resourceRoutes } from '#kernel/resources/resource-routes.ts'
import { documentTypes } from '#modules/documents/types/document-types.ts'
import type { Db } from '#platform/db/db.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Routes } from '#platform/http/routes.ts'

export function documentTypeRoutes(parts: { db: Db; cursors: Cursors }): Routes {
  return (v2) => resourceRoutes(v2, parts, documentTypes)
}
