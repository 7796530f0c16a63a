import type { Pages } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { EmployeeHomePage } from './EmployeeHomePage.tsx'
import { prefetchHome } from './employee-home.api.ts'
import { managerHomeWords } from './words.ts'

export const pages: Pages = {
  manager: [
    {
      path: '/portal/manager',
      component: lazyPage(() => import('./ManagerHomePage.tsx'), 'ManagerHomePage', [managerHomeWords]),
    },
  ],
  employee: [
    {
      path: '/portal',
      loader: ({ context }) => prefetchHome(context.queryClient),
      component: EmployeeHomePage,
    },
  ],
}
