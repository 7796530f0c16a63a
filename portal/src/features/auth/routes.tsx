import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Parents } from '../../app/parents.ts'

export function authRoutes({ open }: Pick<Parents, 'open'>) {
  return {
    open: [
      createRoute({
        getParentRoute: () => open,
        path: '/login/forgot',
        component: lazyRouteComponent(() => import('./ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
      }),
      createRoute({
        getParentRoute: () => open,
        path: '/login/$client/forgot',
        component: lazyRouteComponent(() => import('./ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
      }),
      createRoute({
        getParentRoute: () => open,
        path: '/login/address/$token',
        component: lazyRouteComponent(() => import('../log-in/ConfirmAddressPage.tsx'), 'ConfirmAddressPage'),
      }),
      createRoute({
        getParentRoute: () => open,
        path: '/password/$token',
        component: lazyRouteComponent(() => import('./NewPasswordPage.tsx'), 'NewPasswordPage'),
      }),
    ] as const,
  }
}
