import type { Pages } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { systemWords } from './words.ts'

export const pages: Pages = {
  admin: [
    {
      path: '/portal/admin/system',
      component: lazyPage(() => import('./SystemPage.tsx'), 'SystemPage', [systemWords]),
    },
  ],
}
