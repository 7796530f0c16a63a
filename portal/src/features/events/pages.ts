import type { Pages } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { peopleWords } from '#shared/people/words.ts'
import { eventWords } from './words.ts'

export const pages: Pages = {
  admin: [
    {
      path: '/portal/admin/events',
      component: lazyPage(() => import('./EventsPage.tsx'), 'EventsPage', [eventWords, peopleWords]),
    },
  ],
}
