import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import type { Parents } from '#kernel/pages/parents.ts'
import { articleWords } from './words.ts'

export function articleRoutes({ employee, manager }: Pick<Parents, 'employee' | 'manager'>) {
  return {
    employee: [
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/articles',
        component: lazyPage(() => import('./EmployeeArticlesPage.tsx'), 'EmployeeArticlesPage', [articleWords]),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/articles/$slug',
        component: lazyPage(() => import('./EmployeeArticlePage.tsx'), 'EmployeeArticlePage', [articleWords]),
      }),
    ] as const,
    manager: [
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/articles',
        component: lazyPage(() => import('./ArticlesPage.tsx'), 'ArticlesPage', [articleWords]),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/articles/new',
        component: lazyPage(() => import('#features/articles/editor/NewArticlePage.tsx'), 'NewArticlePage', [
          articleWords,
        ]),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/articles/$slug',
        component: lazyPage(() => import('./ArticlePage.tsx'), 'ArticlePage', [articleWords]),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/articles/$slug/edit',
        component: lazyPage(() => import('#features/articles/editor/EditArticlePage.tsx'), 'EditArticlePage', [
          articleWords,
        ]),
      }),
    ] as const,
  }
}
