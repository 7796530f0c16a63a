import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import type { Parents } from '../../app/parents.ts'

const list = () => import('./MySignaturesPage.tsx')

export function signatureRoutes({ open, person, employee, manager }: Omit<Parents, 'admin'>) {
  return {
    open: [
      createRoute({
        getParentRoute: () => open,
        path: '/sign/$token',
        component: lazyPage(() => import('./LinkSigningPage.tsx'), 'LinkSigningPage'),
      }),
    ] as const,
    person: [
      createRoute({
        getParentRoute: () => person,
        path: '/portal/sign/$id',
        component: lazyPage(() => import('./SigningPage.tsx'), 'SigningPage'),
      }),
    ] as const,
    employee: [
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/signatures',
        component: lazyPage(list, 'MySignaturesPage'),
      }),
    ] as const,
    manager: [
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/to-sign',
        component: lazyPage(list, 'MySignaturesPage'),
      }),
    ] as const,
  }
}
