import type { ModuleDeclaration } from '#kernel/module.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import { articleColumns } from './personal-data/columns.ts'
import { articleReadingEmployeeRoutes, type ReaderDeps } from './reading/routes.employee.ts'
import { articleReadingManagerRoutes } from './reading/routes.manager.ts'
import { articleRoutes } from './reading/routes.unversioned.ts'
import { articleSearch } from './reading/search-kind.ts'
import { articleResourceRoutes } from './routes.v2.ts'
import { articleSections } from './setup-sections.ts'
import { articleWritingManagerRoutes } from './writing/routes.manager.ts'

type Deps = ReaderDeps & { cursors: Cursors }

export const articlesModule: ModuleDeclaration<Deps> = {
  name: 'articles',
  tables: ['articles', 'article_audiences', 'article_categories', 'article_hits', 'article_postings'],
  events: ['article'],
  permissions: ['articles'],
  setupSections: articleSections,
  search: [articleSearch],
  personalData: { columns: articleColumns },
  routes: {
    v2: (deps) => [articleResourceRoutes(deps)],
    unversioned: (deps) => [articleRoutes(deps)],
    employee: (deps) => [articleReadingEmployeeRoutes(deps)],
    manager: (deps) => [articleWritingManagerRoutes(deps), articleReadingManagerRoutes(deps)],
    admin: (deps) => [articleResourceRoutes(deps)],
  },
  chapters: {
    'Article categories': 'The categories of the knowledge base.',
    Articles: 'The knowledge base: articles, their translations and who may read them.',
  },
}
