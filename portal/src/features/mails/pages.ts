import type { Pages } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { mailWords } from './words.ts'

export const pages: Pages = {
  admin: [
    {
      path: '/portal/admin/mails',
      component: lazyPage(() => import('./MailsPage.tsx'), 'MailsPage', [mailWords]),
    },
  ],
}
