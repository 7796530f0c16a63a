import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import type { Parents } from '#kernel/pages/parents.ts'
import { accountWords, passwordWords } from './words.ts'

export function authPublicRoutes({ open }: Pick<Parents, 'open'>) {
  return {
    open: [
      createRoute({
        getParentRoute: () => open,
        path: '/login/forgot',
        component: lazyPage(() => import('#features/auth/passwords/ForgotPasswordPage.tsx'), 'ForgotPasswordPage', [
          passwordWords,
        ]),
      }),
      createRoute({
        getParentRoute: () => open,
        path: '/login/$client/forgot',
        component: lazyPage(() => import('#features/auth/passwords/ForgotPasswordPage.tsx'), 'ForgotPasswordPage', [
          passwordWords,
        ]),
      }),
      createRoute({
        getParentRoute: () => open,
        path: '/login/address/$token',
        component: lazyPage(() => import('#features/auth/account/ConfirmAddressPage.tsx'), 'ConfirmAddressPage', [
          passwordWords,
          accountWords,
        ]),
      }),
      createRoute({
        getParentRoute: () => open,
        path: '/password/$token',
        component: lazyPage(() => import('#features/auth/passwords/NewPasswordPage.tsx'), 'NewPasswordPage', [
          passwordWords,
        ]),
      }),
    ] as const,
  }
}
