import { resourceRoutes } from '#kernel/resources/resource-routes.ts'
import type { Db } from '#platform/db/db.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Routes } from '#platform/http/routes.ts'
import { forms, translatedForms } from './forms.ts'

/** Applications know a category by one name. Administrators, in the portal, name it in every language of the client. */
export function formRoutes(deps: { db: Db; cursors: Cursors }, { isTranslated = false } = {}): Routes {
  return (v2) => resourceRoutes(v2, deps, isTranslated ? translatedForms : forms)
}
