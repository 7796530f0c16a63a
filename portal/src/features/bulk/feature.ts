import type { Feature } from '#kernel/pages/feature.ts'
import { lazyComponent } from '#kernel/pages/lazy-page.ts'
import { pages } from './pages.ts'

export const bulk: Feature = {
  id: 'bulk',
  pages,
  navigation: {
    account: async () => (await import('./navigation.account.ts')).accountNavigation,
  },
  managerNotice: lazyComponent(() => import('./BulkNotice.tsx').then((module) => module.BulkNotice)),
}
