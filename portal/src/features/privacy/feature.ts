import type { Feature } from '#kernel/pages/feature.ts'
import { pages } from './pages.ts'

export const privacy: Feature = {
  id: 'privacy',
  pages,
  navigation: {
    account: async () => (await import('./navigation.account.ts')).accountNavigation,
  },
}
