import type { Pages } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { previewWords } from '#shared/documents/words.ts'
import { keptWords } from '#shared/governance/words.ts'
import { peopleWords } from '#shared/people/words.ts'
import { documentTypeWords, employeeDocumentWords, folderWords } from './words.ts'

export const pages: Pages = {
  admin: [
    {
      path: '/portal/admin/document-types',
      component: lazyPage(() => import('./types/DocumentTypesPage.tsx'), 'DocumentTypesPage', [documentTypeWords]),
    },
    {
      path: '/portal/admin/document-types/$code',
      component: lazyPage(() => import('./types/DocumentTypePage.tsx'), 'DocumentTypePage', [documentTypeWords]),
    },
  ],
  employee: [
    {
      path: '/portal/documents',
      component: lazyPage(() => import('./reading/EmployeeDocumentsPage.tsx'), 'EmployeeDocumentsPage', [
        employeeDocumentWords,
      ]),
    },
    {
      path: '/portal/documents/upload',
      component: lazyPage(() => import('./filing/EmployeeUploadPage.tsx'), 'EmployeeUploadPage', [
        employeeDocumentWords,
      ]),
    },
    {
      path: '/portal/documents/company',
      component: lazyPage(() => import('./reading/EmployeeCompanyDocumentsPage.tsx'), 'EmployeeCompanyDocumentsPage', [
        employeeDocumentWords,
      ]),
    },
    {
      path: '/portal/documents/company/$id',
      component: lazyPage(() => import('./reading/EmployeeCompanyDocumentPage.tsx'), 'EmployeeCompanyDocumentPage', [
        employeeDocumentWords,
        previewWords,
      ]),
    },
    {
      path: '/portal/documents/$id',
      component: lazyPage(() => import('./reading/EmployeeDocumentPage.tsx'), 'EmployeeDocumentPage', [
        employeeDocumentWords,
        previewWords,
      ]),
    },
    {
      path: '/portal/vault',
      component: lazyPage(() => import('./vault/VaultPage.tsx'), 'VaultPage', [employeeDocumentWords]),
    },
    {
      path: '/portal/vault/$id',
      component: lazyPage(() => import('./vault/VaultDocumentPage.tsx'), 'VaultDocumentPage', [
        employeeDocumentWords,
        previewWords,
      ]),
    },
  ],
  manager: [
    {
      path: '/portal/manager/employees/$id',
      component: lazyPage(() => import('./folders/EmployeePage.tsx'), 'EmployeePage', [folderWords, keptWords]),
      tabs: 'employee',
    },
    {
      path: '/portal/manager/employees',
      component: lazyPage(() => import('./folders/EmployeesPage.tsx'), 'EmployeesPage', [folderWords]),
    },
    {
      path: '/portal/manager/documents',
      component: lazyPage(() => import('./folders/CompanyDocumentsPage.tsx'), 'CompanyDocumentsPage', [
        folderWords,
        previewWords,
      ]),
    },
    {
      path: '/portal/manager/documents/upload',
      component: lazyPage(() => import('./filing/UploadDocumentPage.tsx'), 'UploadDocumentPage', [
        folderWords,
        peopleWords,
      ]),
    },
    {
      path: '/portal/manager/documents/$id',
      component: lazyPage(() => import('./folders/DocumentPage.tsx'), 'DocumentPage', [
        folderWords,
        keptWords,
        previewWords,
      ]),
    },
  ],
}
