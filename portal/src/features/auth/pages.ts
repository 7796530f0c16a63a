import type { Pages } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { skipLogIn } from './log-in/skip-log-in.ts'
import { accountWords, applicationWords, logInWords, passwordWords, profileWords, singleSignOnWords } from './words.ts'

export const pages: Pages = {
  admin: [
    {
      path: '/portal/admin/applications',
      component: lazyPage(() => import('./applications/ApplicationsPage.tsx'), 'ApplicationsPage', [applicationWords]),
    },
    {
      path: '/portal/admin/identity-providers',
      component: lazyPage(() => import('./single-sign-on/IdentityProvidersPage.tsx'), 'IdentityProvidersPage', [
        singleSignOnWords,
      ]),
    },
  ],
  open: [
    {
      path: '/login',
      beforeLoad: skipLogIn,
      component: lazyPage(() => import('./log-in/LoginPage.tsx'), 'LoginPage', [logInWords]),
    },
    {
      path: '/login/$client',
      beforeLoad: skipLogIn,
      component: lazyPage(() => import('./log-in/LoginPage.tsx'), 'LoginPage', [logInWords]),
    },
    {
      path: '/login/forgot',
      component: lazyPage(() => import('./passwords/ForgotPasswordPage.tsx'), 'ForgotPasswordPage', [passwordWords]),
    },
    {
      path: '/login/$client/forgot',
      component: lazyPage(() => import('./passwords/ForgotPasswordPage.tsx'), 'ForgotPasswordPage', [passwordWords]),
    },
    {
      path: '/login/address/$token',
      component: lazyPage(() => import('./account/ConfirmAddressPage.tsx'), 'ConfirmAddressPage', [
        accountWords,
        passwordWords,
      ]),
    },
    {
      path: '/password/$token',
      component: lazyPage(() => import('./passwords/NewPasswordPage.tsx'), 'NewPasswordPage', [passwordWords]),
    },
  ],
  person: [
    {
      path: '/portal/profile',
      component: lazyPage(() => import('./account/ProfilePage.tsx'), 'ProfilePage', [
        accountWords,
        passwordWords,
        profileWords,
      ]),
    },
  ],
}
