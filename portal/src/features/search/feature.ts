import type { Feature } from '#kernel/pages/feature.ts'
import { pages } from './pages.ts'

export const search: Feature = {
  id: 'search',
  pages,
  search: async () => (await import('./search.ts')).providers,
}
