import type { Feature } from '#kernel/pages/feature.ts'
import { pages } from './pages.ts'

export const distributions: Feature = {
  id: 'distributions',
  pages,
  navigation: {
    manager: async () => (await import('./navigation.manager.ts')).managerNavigation,
  },
}
