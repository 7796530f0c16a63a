import { listSection } from '#kernel/resources/setup-section.ts'
import { articleCategories } from '#modules/articles/categories/article-categories.ts'
import { articles } from '#modules/articles/writing/articles.ts'

/** In the order in which they are applied: articles name categories. */
export const articleSections = [
  listSection({ key: 'article_categories', ...articleCategories }),
  listSection({ key: 'articles', ...articles }),
]
