export { countArticleView } from '#modules/articles/reading/count-article-view.ts'
export { listForReader } from '#modules/articles/reading/list-for-reader.ts'
export { readableBy } from '#modules/articles/reading/readable-articles.ts'
