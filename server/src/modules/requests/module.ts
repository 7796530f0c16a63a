import type { ModuleDeclaration } from '#kernel/module.ts'
import { requestFileBlobs } from './conversation/files.ts'
import { managerConversationRoutes } from './conversation/routes.manager.ts'
import { conversationRoutes } from './conversation/routes.unversioned.ts'
import { ensureDefaultForm } from './forms/put-form.ts'
import { portalFormRoutes } from './forms/routes.employee.ts'
import { unversionedFormRoutes } from './forms/routes.unversioned.ts'
import { formRoutes } from './forms/routes.v2.ts'
import { formSearch } from './forms/search-kind.ts'
import { formsSection } from './forms/setup-section.ts'
import { requestDisposer } from './handling/dispose-requests.ts'
import { managerRequestRetentionRoutes } from './handling/retention-routes.manager.ts'
import { employeeRequestRoutes } from './handling/routes.employee.ts'
import { type ManagerRequestDeps, managerRequestRoutes } from './handling/routes.manager.ts'
import { requestRoutes } from './handling/routes.unversioned.ts'
import { foldRequestCounts, mailAboutRequest } from './jobs.ts'
import { keptRequests } from './listing/kept-requests.ts'
import { requestSearch } from './listing/search-kind.ts'
import { requestCollector } from './personal-data/collect-requests.ts'
import { requestColumns } from './personal-data/columns.ts'
import { deedEraser } from './personal-data/erase-deeds.ts'
import { requestEraser } from './personal-data/erase-requests.ts'

type Deps = ManagerRequestDeps

export const requestsModule: ModuleDeclaration<Deps> = {
  name: 'requests',
  tables: [
    'forms',
    'form_versions',
    'requests',
    'request_tallies',
    'request_changes_to_count',
    'request_history',
    'request_comments',
    'request_files',
  ],
  events: ['request'],
  permissions: ['requests', 'forms'],
  jobs: [foldRequestCounts, mailAboutRequest],
  blobs: [requestFileBlobs],
  disposers: [requestDisposer],
  prepareClient: ensureDefaultForm,
  setupSections: [formsSection],
  search: [formSearch, requestSearch],
  keptData: [keptRequests],
  personalData: { columns: requestColumns, collectors: [requestCollector], erasers: [requestEraser, deedEraser] },
  routes: {
    v2: (deps) => [formRoutes(deps)],
    unversioned: (deps) => [conversationRoutes(deps), requestRoutes(deps), unversionedFormRoutes(deps)],
    employee: (deps) => [employeeRequestRoutes(deps), portalFormRoutes(deps)],
    manager: (deps) => [
      managerConversationRoutes(deps),
      managerRequestRoutes(deps),
      managerRequestRetentionRoutes(deps),
    ],
    admin: (deps) => [formRoutes(deps, { isTranslated: true })],
  },
  chapters: {
    Forms: 'Forms, with their fields, that requests are made from.',
    Requests: 'Requests of and for employees: their status, comments, files and history.',
  },
}
