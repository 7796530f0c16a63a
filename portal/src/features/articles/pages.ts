import type { Pages } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { articleWords } from './words.ts'

export const pages: Pages = {
  employee: [
    {
      path: '/portal/articles',
      component: lazyPage(() => import('./EmployeeArticlesPage.tsx'), 'EmployeeArticlesPage', [articleWords]),
    },
    {
      path: '/portal/articles/$slug',
      component: lazyPage(() => import('./EmployeeArticlePage.tsx'), 'EmployeeArticlePage', [articleWords]),
    },
  ],
  manager: [
    {
      path: '/portal/manager/articles',
      component: lazyPage(() => import('./ArticlesPage.tsx'), 'ArticlesPage', [articleWords]),
    },
    {
      path: '/portal/manager/articles/new',
      component: lazyPage(() => import('./editor/NewArticlePage.tsx'), 'NewArticlePage', [articleWords]),
    },
    {
      path: '/portal/manager/articles/$slug',
      component: lazyPage(() => import('./ArticlePage.tsx'), 'ArticlePage', [articleWords]),
    },
    {
      path: '/portal/manager/articles/$slug/edit',
      component: lazyPage(() => import('./editor/EditArticlePage.tsx'), 'EditArticlePage', [articleWords]),
    },
  ],
}
