import { listSection } from '#platform/setup-section.ts'
import { articles } from './articles.ts'
import { articleCategories } from './categories.ts'

/** In the order in which they are applied: articles name categories. */
export const articleSections = [
  listSection({ key: 'article_categories', ...articleCategories }),
  listSection({ key: 'articles', ...articles }),
]
