import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import type { Parents } from '../../app/parents.ts'

export function articleRoutes({ employee, manager }: Pick<Parents, 'employee' | 'manager'>) {
  return {
    employee: [
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/articles',
        component: lazyPage(() => import('./HelpPage.tsx'), 'HelpPage', ['articles']),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/articles/$slug',
        component: lazyPage(() => import('./HelpArticlePage.tsx'), 'HelpArticlePage', ['articles']),
      }),
    ] as const,
    manager: [
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/articles',
        component: lazyPage(() => import('./ArticlesPage.tsx'), 'ArticlesPage', ['articles']),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/articles/new',
        component: lazyPage(() => import('./NewArticlePage.tsx'), 'NewArticlePage', ['articles']),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/articles/$slug',
        component: lazyPage(() => import('./ArticlePage.tsx'), 'ArticlePage', ['articles']),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/articles/$slug/edit',
        component: lazyPage(() => import('./EditArticlePage.tsx'), 'EditArticlePage', ['articles']),
      }),
    ] as const,
  }
}
