import type { Feature } from '#kernel/pages/feature.ts'
import { pages } from './pages.ts'

export const governance: Feature = {
  id: 'governance',
  pages,
  navigation: {
    manager: async () => (await import('./navigation.manager.ts')).managerNavigation,
  },
}
