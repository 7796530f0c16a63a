import type { Feature } from '#kernel/pages/feature.ts'
import { pages } from './pages.ts'

export const mails: Feature = {
  id: 'mails',
  pages,
  navigation: {
    manager: async () => (await import('./navigation.manager.ts')).managerNavigation,
  },
}
