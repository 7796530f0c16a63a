export { countArticleView } from './count-article-view.ts'
export { articleSections } from './setup-sections.ts'
