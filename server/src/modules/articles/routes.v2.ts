import { resourceRoutes } from '#kernel/resources/resource-routes.ts'
import { articleCategories } from '#modules/articles/categories/article-categories.ts'
import { articles } from '#modules/articles/writing/articles.ts'
import type { Db } from '#platform/db/db.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Routes } from '#platform/http/routes.ts'

export function articleResourceRoutes(deps: { db: Db; cursors: Cursors }): Routes {
  return (v2) => {
    resourceRoutes(v2, deps, articles)
    resourceRoutes(v2, deps, articleCategories)
  }
}
