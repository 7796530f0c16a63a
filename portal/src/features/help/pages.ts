import type { Pages } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { helpWords } from './words.ts'

export const pages: Pages = {
  person: [
    {
      path: '/portal/help',
      component: lazyPage(() => import('./PortalHelpPage.tsx'), 'PortalHelpPage', [helpWords]),
    },
  ],
}
