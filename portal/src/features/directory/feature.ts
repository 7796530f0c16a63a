import type { Feature } from '#kernel/pages/feature.ts'
import { pages } from './pages.ts'

export const directory: Feature = {
  id: 'directory',
  pages,
  navigation: {
    manager: async () => (await import('./navigation.manager.ts')).managerNavigation,
  },
  search: async () => (await import('./search.ts')).providers,
}
