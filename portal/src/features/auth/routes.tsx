import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import type { Parents } from '../../app/parents.ts'

export function authRoutes({ open }: Pick<Parents, 'open'>) {
  return {
    open: [
      createRoute({
        getParentRoute: () => open,
        path: '/login/forgot',
        component: lazyPage(() => import('./ForgotPasswordPage.tsx'), 'ForgotPasswordPage', ['auth']),
      }),
      createRoute({
        getParentRoute: () => open,
        path: '/login/$client/forgot',
        component: lazyPage(() => import('./ForgotPasswordPage.tsx'), 'ForgotPasswordPage', ['auth']),
      }),
      createRoute({
        getParentRoute: () => open,
        path: '/login/address/$token',
        component: lazyPage(() => import('../log-in/ConfirmAddressPage.tsx'), 'ConfirmAddressPage', ['auth', 'logIn']),
      }),
      createRoute({
        getParentRoute: () => open,
        path: '/password/$token',
        component: lazyPage(() => import('./NewPasswordPage.tsx'), 'NewPasswordPage', ['auth']),
      }),
    ] as const,
  }
}
