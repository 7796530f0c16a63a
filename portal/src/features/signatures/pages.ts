import type { Pages } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { keptWords } from '#shared/governance/words.ts'
import { mailedCodeWords } from '#shared/mailed-code/words.ts'
import { signatureDraftWords, signatureProcessWords, signatureTypeWords, signingWords } from './words.ts'

export const pages: Pages = {
  manager: [
    {
      path: '/portal/manager/signatures',
      component: lazyPage(() => import('./processes/ProcessesPage.tsx'), 'ProcessesPage', [signatureProcessWords]),
    },
    {
      path: '/portal/manager/signatures/new',
      component: lazyPage(() => import('./drafts/NewProcessPage.tsx'), 'NewProcessPage', [
        signatureDraftWords,
        signatureProcessWords,
      ]),
    },
    {
      path: '/portal/manager/signatures/$id',
      component: lazyPage(() => import('./processes/ProcessPage.tsx'), 'ProcessPage', [
        keptWords,
        signatureDraftWords,
        signatureProcessWords,
      ]),
    },
    {
      path: '/portal/manager/signatures/$id/edit',
      component: lazyPage(() => import('./drafts/EditProcessPage.tsx'), 'EditProcessPage', [
        signatureDraftWords,
        signatureProcessWords,
      ]),
    },
    {
      path: '/portal/manager/to-sign',
      component: lazyPage(() => import('./signing/ToSignPage.tsx'), 'ToSignPage', [signingWords]),
    },
  ],
  admin: [
    {
      path: '/portal/admin/signature-types',
      component: lazyPage(() => import('./types/TypesPage.tsx'), 'TypesPage', [signatureTypeWords]),
    },
    {
      path: '/portal/admin/signature-types/$id',
      component: lazyPage(() => import('./types/TypePage.tsx'), 'TypePage', [signatureTypeWords]),
    },
  ],
  open: [
    {
      path: '/sign/$token',
      component: lazyPage(() => import('./signing/LinkSigningPage.tsx'), 'LinkSigningPage', [
        mailedCodeWords,
        signingWords,
      ]),
    },
  ],
  person: [
    {
      path: '/portal/sign/$id',
      component: lazyPage(() => import('./signing/SigningPage.tsx'), 'SigningPage', [signingWords]),
    },
  ],
  employee: [
    {
      path: '/portal/signatures',
      component: lazyPage(() => import('./signing/ToSignPage.tsx'), 'ToSignPage', [signingWords]),
    },
  ],
}
