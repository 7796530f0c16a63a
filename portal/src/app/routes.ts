import type { QueryClient } from '@tanstack/react-query'
import { type AnyRoute, createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router'
import type { Audience, Feature, Page } from '#kernel/pages/feature.ts'
import { lazyComponent } from '#kernel/pages/lazy-page.ts'
import { employeeTabs } from '#kernel/pages/registry.ts'
import { homeOf, loginPath, requireAdmin, requireScope, sessionQuery } from '#kernel/session/session.ts'
import { Root } from './Root.tsx'
import { Shell } from './shell/Shell.tsx'

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: lazyComponent(() => import('./UnknownPage.tsx').then((module) => module.UnknownPage)),
})

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: async ({ context }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    throw redirect({ href: session ? homeOf(session) : loginPath('/') })
  },
})

/** Everything behind the log-in, inside the shell. */
const portalRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'portal',
  beforeLoad: requireScope(),
  component: Shell,
})

const employeeRoute = createRoute({
  getParentRoute: () => portalRoute,
  id: 'employee',
  beforeLoad: requireScope('employee'),
  component: Outlet,
})

const managerRoute = createRoute({
  getParentRoute: () => portalRoute,
  id: 'manager',
  beforeLoad: requireScope('manager'),
  component: Outlet,
})

const adminRoute = createRoute({
  getParentRoute: () => portalRoute,
  id: 'admin',
  beforeLoad: requireAdmin(),
  component: Outlet,
})

/** The pages of all features, each below the audience that may see it. */
export function routeTreeOf(features: readonly Feature[]) {
  const below = (audience: Audience, parent: AnyRoute) =>
    features.flatMap(({ pages }) => pages?.[audience] ?? []).map((page) => routeOf(page, parent))
  return rootRoute.addChildren([
    startRoute,
    ...below('open', rootRoute),
    portalRoute.addChildren([
      ...below('person', portalRoute),
      employeeRoute.addChildren(below('employee', employeeRoute)),
      managerRoute.addChildren(below('manager', managerRoute)),
      adminRoute.addChildren(below('admin', adminRoute)),
    ]),
  ])
}

function routeOf({ tabs, ...page }: Page, parent: AnyRoute): AnyRoute {
  const route: AnyRoute = createRoute({ getParentRoute: () => parent, ...page })
  if (tabs === undefined) return route
  return route.addChildren(
    employeeTabs().map(({ path, component }) => createRoute({ getParentRoute: () => route, path, component })),
  )
}
