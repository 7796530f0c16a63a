export { countArticleView } from './count-article-view.ts'
export { listForReader } from './list-for-reader.ts'
export { readableBy } from './read-as.ts'
export { articleSections } from './setup-sections.ts'
