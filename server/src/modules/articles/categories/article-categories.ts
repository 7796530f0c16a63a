import type { Resource } from '#kernel/resources/resource-routes.ts'
import { lockKnowledgeBase } from '#modules/articles/lock-knowledge-base.ts'
import { presentCategory } from '#modules/articles/writing/present.ts'
import type { ListOrder } from '#platform/db/lists/keyset-sql.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { deleteCategory, patchCategory, putCategory } from './put-category.ts'
import { findCategory, listCategories } from './queries.ts'
import { Category, CategoryInput, CategorySlug, ListCategoriesQuery } from './schemas.ts'

const BY_SLUG: ListOrder = { column: 'slug', tie: 'slug', descending: false }

export const articleCategories: Resource<typeof Category, typeof ListCategoriesQuery, typeof CategoryInput> = {
  path: '/article_categories',
  conflicts: ['delete'],
  permissions: 'articles',
  name: 'article category',
  plural: 'article categories',
  idName: 'slug',
  id: CategorySlug,
  item: Category,
  query: ListCategoriesQuery,
  put: CategoryInput,
  list: (db, client, query, page) =>
    orderedPage(
      BY_SLUG,
      page,
      (request) => listCategories(db, client, query, request),
      (row) => presentCategory(row, client),
    ),
  async find(db, client, slug) {
    const row = await findCategory(db, client, slug)
    return row && presentCategory(row, client)
  },
  lock: lockKnowledgeBase,
  putOne: putCategory,
  patchOne: patchCategory,
  deleteOne: deleteCategory,
}
