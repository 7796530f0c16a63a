import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import type { Parents } from '#kernel/pages/parents.ts'
import { signingWords } from './words.ts'

export function signerRoutes({ open, person, employee, manager }: Omit<Parents, 'admin'>) {
  return {
    open: [
      createRoute({
        getParentRoute: () => open,
        path: '/sign/$token',
        component: lazyPage(() => import('#features/signatures/signing/LinkSigningPage.tsx'), 'LinkSigningPage', [
          signingWords,
        ]),
      }),
    ] as const,
    person: [
      createRoute({
        getParentRoute: () => person,
        path: '/portal/sign/$id',
        component: lazyPage(() => import('#features/signatures/signing/SigningPage.tsx'), 'SigningPage', [
          signingWords,
        ]),
      }),
    ] as const,
    employee: [
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/signatures',
        component: lazyPage(() => import('#features/signatures/signing/ToSignPage.tsx'), 'ToSignPage', [signingWords]),
      }),
    ] as const,
    manager: [
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/to-sign',
        component: lazyPage(() => import('#features/signatures/signing/ToSignPage.tsx'), 'ToSignPage', [signingWords]),
      }),
    ] as const,
  }
}
