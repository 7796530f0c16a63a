import type { Feature } from '#kernel/pages/feature.ts'
import { pages } from './pages.ts'

export const datasets: Feature = {
  id: 'datasets',
  pages,
  navigation: {
    manager: async () => (await import('./navigation.manager.ts')).managerNavigation,
  },
}
