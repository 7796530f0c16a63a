import { redirect } from '@tanstack/react-router'
import type { Pages } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { mailedCodeWords } from '#shared/mailed-code/words.ts'
import { deletionWords, linkWords, myDataWords } from './words.ts'

const MyDataPage = lazyPage(() => import('./MyDataPage.tsx'), 'MyDataPage', [myDataWords])

export const pages: Pages = {
  open: [
    {
      // Short enough to be typed, or told on the telephone.
      path: '/my-data',
      beforeLoad: async () => {
        throw redirect({ href: '/portal/my-data' })
      },
      component: MyDataPage,
    },
    {
      path: '/my-data/$token',
      component: lazyPage(() => import('./link/PackageLinkPage.tsx'), 'PackageLinkPage', [linkWords, mailedCodeWords]),
    },
  ],
  employee: [
    { path: '/portal/my-data', component: MyDataPage },
    {
      path: '/portal/my-data/deletion',
      component: lazyPage(() => import('./deletion/DeletionPage.tsx'), 'DeletionPage', [deletionWords, myDataWords]),
    },
    {
      path: '/portal/my-data/views',
      component: lazyPage(() => import('./views/ViewsPage.tsx'), 'ViewsPage', [myDataWords]),
    },
  ],
}
