import type { Pages } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { peopleWords } from '#shared/people/words.ts'
import { auditWords, sentenceWords } from './words.ts'

export const pages: Pages = {
  admin: [
    {
      path: '/portal/admin/audit',
      component: lazyPage(() => import('./AuditPage.tsx'), 'AuditPage', [auditWords, peopleWords, sentenceWords]),
    },
  ],
}
