import type { Resource } from '#kernel/resources/resource-routes.ts'
import { lockKnowledgeBase } from '#modules/articles/lock-knowledge-base.ts'
import { deleteArticle } from './delete-article.ts'
import { listArticles } from './list-articles.ts'
import { presentArticle } from './present.ts'
import { patchArticle, putArticle } from './put-article.ts'
import { findArticle } from './queries.ts'
import { Article, ArticleInput, ArticleSlug, ListArticlesQuery } from './schemas.ts'

export const articles: Resource<typeof Article, typeof ListArticlesQuery, typeof ArticleInput> = {
  path: '/articles',
  name: 'article',
  plural: 'articles',
  idName: 'slug',
  id: ArticleSlug,
  item: Article,
  query: ListArticlesQuery,
  put: ArticleInput,
  list: listArticles,
  async find(db, client, slug) {
    const row = await findArticle(db, client, slug)
    return row && presentArticle(row)
  },
  lock: lockKnowledgeBase,
  putOne: putArticle,
  patchOne: patchArticle,
  deleteOne: deleteArticle,
}
