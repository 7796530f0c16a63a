import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Parents } from '../../app/parents.ts'

const list = () => import('./MySignaturesPage.tsx')

export function signatureRoutes({ open, person, employee, manager }: Omit<Parents, 'admin'>) {
  return {
    open: [
      createRoute({
        getParentRoute: () => open,
        path: '/sign/$token',
        component: lazyRouteComponent(() => import('./LinkSigningPage.tsx'), 'LinkSigningPage'),
      }),
    ] as const,
    person: [
      createRoute({
        getParentRoute: () => person,
        path: '/portal/sign/$id',
        component: lazyRouteComponent(() => import('./SigningPage.tsx'), 'SigningPage'),
      }),
    ] as const,
    employee: [
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/signatures',
        component: lazyRouteComponent(list, 'MySignaturesPage'),
      }),
    ] as const,
    manager: [
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/to-sign',
        component: lazyRouteComponent(list, 'MySignaturesPage'),
      }),
    ] as const,
  }
}
