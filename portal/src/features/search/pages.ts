import type { Pages } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { searchWords } from './words.ts'

export const pages: Pages = {
  employee: [
    {
      path: '/portal/search',
      component: lazyPage(() => import('./SearchPage.tsx'), 'SearchPage', [searchWords]),
    },
  ],
}
