import type { Feature } from '#kernel/pages/feature.ts'
import { pages } from './pages.ts'

export const auth: Feature = {
  id: 'auth',
  pages,
  navigation: {
    account: async () => (await import('./navigation.account.ts')).accountNavigation,
    manager: async () => (await import('./navigation.manager.ts')).managerNavigation,
  },
}
