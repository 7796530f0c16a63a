export { countArticleView } from '#modules/articles/reading/count-article-view.ts'
