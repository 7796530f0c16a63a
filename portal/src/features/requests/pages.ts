import type { Pages } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { bulkWords } from '#shared/bulk/words.ts'
import { keptWords } from '#shared/governance/words.ts'
import { peopleWords } from '#shared/people/words.ts'
import { formWords, managerRequestWords, requestWords } from './words.ts'

export const pages: Pages = {
  employee: [
    {
      path: '/portal/requests',
      component: lazyPage(() => import('./EmployeeRequestsPage.tsx'), 'EmployeeRequestsPage', [requestWords]),
    },
    {
      path: '/portal/requests/new',
      component: lazyPage(() => import('./request-form/ChooseFormPage.tsx'), 'ChooseFormPage', [requestWords]),
    },
    {
      path: '/portal/requests/new/$form',
      component: lazyPage(() => import('./request-form/NewRequestPage.tsx'), 'NewRequestPage', [requestWords]),
    },
    {
      path: '/portal/requests/$id',
      component: lazyPage(() => import('./EmployeeRequestPage.tsx'), 'EmployeeRequestPage', [requestWords]),
    },
  ],
  manager: [
    {
      path: '/portal/manager/requests',
      component: lazyPage(() => import('./ManagerRequestsPage.tsx'), 'ManagerRequestsPage', [
        bulkWords,
        managerRequestWords,
        peopleWords,
        requestWords,
      ]),
    },
    {
      path: '/portal/manager/requests/new',
      component: lazyPage(() => import('./request-form/NewRequestForEmployeePage.tsx'), 'NewRequestForEmployeePage', [
        managerRequestWords,
        peopleWords,
        requestWords,
      ]),
    },
    {
      path: '/portal/manager/requests/$id',
      component: lazyPage(() => import('./ManagerRequestPage.tsx'), 'ManagerRequestPage', [
        keptWords,
        managerRequestWords,
        peopleWords,
        requestWords,
      ]),
    },
  ],
  admin: [
    {
      path: '/portal/admin/forms',
      component: lazyPage(() => import('./forms/FormsPage.tsx'), 'FormsPage', [formWords]),
    },
    {
      path: '/portal/admin/forms/$code',
      component: lazyPage(() => import('./forms/FormPage.tsx'), 'FormPage', [formWords, requestWords]),
    },
  ],
}
