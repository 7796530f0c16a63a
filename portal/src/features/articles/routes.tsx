import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Parents } from '../../app/parents.ts'

export function articleRoutes({ employee, manager }: Pick<Parents, 'employee' | 'manager'>) {
  return {
    employee: [
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/articles',
        component: lazyRouteComponent(() => import('./HelpPage.tsx'), 'HelpPage'),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/articles/$slug',
        component: lazyRouteComponent(() => import('./HelpArticlePage.tsx'), 'HelpArticlePage'),
      }),
    ] as const,
    manager: [
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/articles',
        component: lazyRouteComponent(() => import('./ArticlesPage.tsx'), 'ArticlesPage'),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/articles/new',
        component: lazyRouteComponent(() => import('./NewArticlePage.tsx'), 'NewArticlePage'),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/articles/$slug',
        component: lazyRouteComponent(() => import('./ArticlePage.tsx'), 'ArticlePage'),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/articles/$slug/edit',
        component: lazyRouteComponent(() => import('./EditArticlePage.tsx'), 'EditArticlePage'),
      }),
    ] as const,
  }
}
