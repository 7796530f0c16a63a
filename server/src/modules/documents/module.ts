import type { ModuleDeclaration } from '#kernel/module.ts'
import { employeeCompanyRoutes } from './company/routes.employee.ts'
import { type DownloadDeps, downloadRoutes } from './download/routes.v1.ts'
import { type ManagerFilingDeps, managerFilingRoutes } from './filing/routes.manager.ts'
import { type EnterpriseDeps, enterpriseDocumentRoutes } from './filing/routes.v1.ts'
import { type EmployeeFolderDeps, employeeFolderRoutes } from './folder/routes.employee.ts'
import { managerFolderRoutes } from './folder/routes.manager.ts'
import { keptDocuments } from './kept-documents.ts'
import { documentCollector } from './personal-data/collect-documents.ts'
import { vaultCollector } from './personal-data/collect-vault.ts'
import { documentColumns } from './personal-data/columns.ts'
import { documentEraser } from './personal-data/erase-documents.ts'
import { vaultEraser } from './personal-data/erase-vault.ts'
import { deleteOrphanPreviews } from './previews/jobs.ts'
import { previewBlobs } from './previews/queries.ts'
import { filedBlobs } from './queries.ts'
import { managerDocumentRetentionRoutes } from './retention-routes.manager.ts'
import { managerDocumentRoutes } from './routes.manager.ts'
import { type DocumentDeps, documentRoutes } from './routes.v2.ts'
import { documentSearch } from './search-kind.ts'
import { submissionRoutes } from './submissions/routes.employee.ts'
import { documentDisposers } from './trash/dispose-documents.ts'
import { documentTypeRoutes } from './types/routes.v2.ts'
import { documentTypesSection } from './types/setup-section.ts'
import { vaultBlobs } from './vault/queries.ts'
import { employeeVaultRoutes } from './vault/routes.employee.ts'
import { managerVaultRoutes } from './vault/routes.manager.ts'
import { vaultLinkRoutes } from './vault/routes.v2.ts'

type Deps = EnterpriseDeps & DownloadDeps & DocumentDeps & EmployeeFolderDeps & ManagerFilingDeps

export const documentsModule: ModuleDeclaration<Deps> = {
  name: 'documents',
  tables: ['document_types', 'documents', 'document_images', 'own_uploads', 'vault_links', 'vault_documents'],
  events: ['employee_document', 'company_document', 'employee_document_type', 'company_document_type', 'vault_link'],
  permissions: ['employee_documents', 'company_documents', 'document_types', 'vault_links'],
  jobs: [deleteOrphanPreviews],
  // What leaves the folder for a vault between the two queries is found by the second.
  blobs: [filedBlobs, vaultBlobs, previewBlobs],
  disposers: documentDisposers,
  setupSections: [documentTypesSection],
  search: [documentSearch],
  keptData: keptDocuments,
  personalData: {
    columns: documentColumns,
    collectors: [documentCollector, vaultCollector],
    erasers: [documentEraser, vaultEraser],
  },
  routes: {
    v1: (deps) => [downloadRoutes(deps), enterpriseDocumentRoutes(deps)],
    v2: (deps) => [documentRoutes(deps), documentTypeRoutes(deps), vaultLinkRoutes(deps)],
    employee: (deps) => [
      employeeCompanyRoutes(deps),
      employeeFolderRoutes(deps),
      submissionRoutes(deps),
      employeeVaultRoutes(deps),
    ],
    manager: (deps) => [
      managerFolderRoutes(deps),
      managerDocumentRoutes(deps),
      managerDocumentRetentionRoutes(deps),
      managerFilingRoutes(deps),
      managerVaultRoutes(deps),
    ],
    admin: (deps) => [documentTypeRoutes(deps)],
  },
  chapters: {
    'Company documents': 'Documents of organizations, and their files.',
    'Document types': 'The types of documents, with their metas and filters.',
    Documents: 'Upload of documents, and download by a signed URL.',
    'Employee documents': 'Documents in the folders of employees, and their files.',
    'Vault links': 'Which employees have a vault.',
  },
}
