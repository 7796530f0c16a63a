import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, Outlet } from '@tanstack/react-router'
import { Root } from '#app/Root.tsx'
import { Shell } from '#app/shell/Shell.tsx'
import { requireAdmin, requireScope } from '#kernel/session/session.ts'
import { lazyComponent } from './lazy-page.ts'

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: lazyComponent(() => import('#app/UnknownPage.tsx').then((module) => module.UnknownPage)),
})

/** Everything behind the log-in, inside the shell. */
export const portalRoute = createRoute({
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

/** Below which of these a page hangs says who may see it: `open` is before the log-in, `person` any log-in. */
export const parents = {
  open: rootRoute,
  person: portalRoute,
  employee: employeeRoute,
  manager: managerRoute,
  admin: adminRoute,
}

export type Parents = typeof parents
