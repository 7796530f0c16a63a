import type { Feature } from '#kernel/pages/feature.ts'
import { pages } from './pages.ts'
import { navigationWords } from './words.ts'

export const distributions: Feature = {
  id: 'distributions',
  firstWords: [navigationWords],
  pages,
  navigation: {
    manager: async () => (await import('./navigation.manager.ts')).managerNavigation,
  },
}
