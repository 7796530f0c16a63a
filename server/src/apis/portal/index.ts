import { mountGroup } from '#apis/mount-group.ts'
import { articleReadingEmployeeRoutes } from '#modules/articles/reading/routes.employee.ts'
import { articleReadingManagerRoutes } from '#modules/articles/reading/routes.manager.ts'
import { articleResourceRoutes } from '#modules/articles/routes.v2.ts'
import { articleWritingManagerRoutes } from '#modules/articles/writing/routes.manager.ts'
import { linkRoutes } from '#modules/auth/account-links/routes.public.ts'
import { accountResourceRoutes } from '#modules/auth/accounts/account-resource.ts'
import { addressRoutes } from '#modules/auth/accounts/routes.public.ts'
import { credentialRoutes } from '#modules/auth/credentials/routes.admin.ts'
import { invitationRoutes, passwordRoutes, signInOptionRoutes } from '#modules/auth/passwords/routes.public.ts'
import { accountRoutes } from '#modules/auth/sessions/routes.admin.ts'
import { type SessionDeps, sessionRoutes } from '#modules/auth/sessions/routes.public.ts'
import { bulkRoutes } from '#modules/bulk/routes.manager.ts'
import { datasetAdminRoutes } from '#modules/datasets/definitions/routes.admin.ts'
import { datasetRoutes } from '#modules/datasets/definitions/routes.v2.ts'
import { valueRoutes } from '#modules/datasets/values/routes.v2.ts'
import { managerDirectoryRoutes } from '#modules/directory/employees/routes.manager.ts'
import { peopleRoutes } from '#modules/directory/people/routes.admin.ts'
import { profileRoutes } from '#modules/directory/people/routes.employee.ts'
import { directoryRoutes } from '#modules/directory/routes.v2.ts'
import type { ManagerDistributionDeps } from '#modules/distributions/manager-deps.ts'
import { managerDistributionRoutes } from '#modules/distributions/routes.manager.ts'
import { employeeCompanyRoutes } from '#modules/documents/company/routes.employee.ts'
import { type ManagerFilingDeps, managerFilingRoutes } from '#modules/documents/filing/routes.manager.ts'
import { type EmployeeFolderDeps, employeeFolderRoutes } from '#modules/documents/folder/routes.employee.ts'
import { managerFolderRoutes } from '#modules/documents/folder/routes.manager.ts'
import { managerDocumentRoutes } from '#modules/documents/routes.manager.ts'
import { submissionRoutes } from '#modules/documents/submissions/routes.employee.ts'
import { documentTypeRoutes } from '#modules/documents/types/routes.v2.ts'
import { employeeVaultRoutes } from '#modules/documents/vault/routes.employee.ts'
import { managerVaultRoutes } from '#modules/documents/vault/routes.manager.ts'
import { eventTypeRoutes } from '#modules/events/routes.admin.ts'
import { historyRoutes } from '#modules/events/routes.manager.ts'
import { eventRoutes } from '#modules/events/routes.v2.ts'
import { datasetImportRoutes } from '#modules/imports/datasets/routes.v2.ts'
import { importRoutes } from '#modules/imports/managers/routes.v2.ts'
import { importAdminRoutes } from '#modules/imports/routes.admin.ts'
import { mailRoutes } from '#modules/mails/routes.admin.ts'
import { managerNoteRoutes } from '#modules/notes/routes.manager.ts'
import { managerConversationRoutes } from '#modules/requests/conversation/routes.manager.ts'
import { portalFormRoutes } from '#modules/requests/forms/routes.employee.ts'
import { formRoutes } from '#modules/requests/forms/routes.v2.ts'
import { employeeRequestRoutes } from '#modules/requests/handling/routes.employee.ts'
import { type ManagerRequestDeps, managerRequestRoutes } from '#modules/requests/handling/routes.manager.ts'
import { searchRoutes } from '#modules/search/routes.employee.ts'
import { type ManagerSignatureDeps, managerSignatureRoutes } from '#modules/signatures/processes/list-routes.manager.ts'
import { signerRoutes } from '#modules/signatures/signing/routes.employee.ts'
import { signingRoutes } from '#modules/signatures/signing/routes.public.ts'
import { signatureTypeRoutes } from '#modules/signatures/types/routes.v2.ts'
import { type SystemDeps, systemRoutes } from '#modules/system/routes.admin.ts'
import { type UploadDeps, uploadRoutes } from '#modules/uploads/routes.v2.ts'
import { deliveryRoutes } from '#modules/webhooks/deliveries/routes.v2.ts'
import { type WebhookDeps, webhookRoutes } from '#modules/webhooks/subscriptions/routes.v2.ts'
import type { Clock } from '#platform/clock.ts'
import type { Methods } from '#platform/http/methods.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { authenticate } from './authenticate.ts'
import { refuseCsrf } from './refuse-csrf.ts'

export type PortalDeps = SessionDeps &
  EmployeeFolderDeps &
  ManagerRequestDeps &
  ManagerFilingDeps &
  ManagerDistributionDeps &
  ManagerSignatureDeps &
  SystemDeps &
  UploadDeps &
  WebhookDeps & { clock: Clock }

/** The portal's own calls, /portal/api: session cookie, for our own pages only. */
export function mountPortal(app: Http, methods: Methods, deps: PortalDeps): void {
  const group = {
    tag: 'Portal',
    authenticate: (request: Parameters<typeof refuseCsrf>[0]) => authenticate(deps.auth, request),
  }
  const safe: Routes = (scope) => {
    scope.addHook('onRequest', refuseCsrf)
  }
  mountGroup(app, methods, {
    ...group,
    prefix: '/portal/api',
    features: [
      safe,
      addressRoutes(deps),
      articleReadingEmployeeRoutes(deps),
      articleWritingManagerRoutes(deps),
      bulkRoutes(deps),
      linkRoutes(deps),
      managerConversationRoutes(deps),
      managerRequestRoutes(deps),
      managerFolderRoutes(deps),
      historyRoutes(deps),
      managerDirectoryRoutes(deps),
      managerDocumentRoutes(deps),
      managerNoteRoutes(deps),
      managerFilingRoutes(deps),
      managerVaultRoutes(deps),
      articleReadingManagerRoutes(deps),
      managerDistributionRoutes(deps),
      importAdminRoutes(deps),
      managerSignatureRoutes(deps),
      employeeRequestRoutes(deps),
      signerRoutes(deps),
      employeeCompanyRoutes(deps),
      employeeFolderRoutes(deps),
      submissionRoutes(deps),
      passwordRoutes(deps),
      portalFormRoutes(deps),
      profileRoutes(deps),
      searchRoutes(deps),
      sessionRoutes(deps),
      signInOptionRoutes(deps),
      signingRoutes(deps),
      employeeVaultRoutes(deps),
    ],
  })
  // What applications may do for a client, managers may do here whose roles give them the same for the whole client.
  mountGroup(app, methods, {
    ...group,
    tag: 'Portal administration',
    prefix: '/portal/api/admin',
    features: [
      safe,
      accountResourceRoutes(deps),
      accountRoutes,
      articleResourceRoutes(deps),
      credentialRoutes(deps),
      datasetImportRoutes(deps),
      datasetAdminRoutes(deps),
      datasetRoutes(deps),
      deliveryRoutes(deps),
      directoryRoutes(deps, { isTranslated: true }),
      documentTypeRoutes(deps),
      eventRoutes(deps),
      eventTypeRoutes,
      formRoutes(deps, { isTranslated: true }),
      importRoutes(deps),
      invitationRoutes(deps),
      mailRoutes(deps),
      peopleRoutes(deps),
      signatureTypeRoutes(deps),
      systemRoutes(deps),
      uploadRoutes(deps),
      valueRoutes(deps),
      webhookRoutes(deps),
    ],
  })
}
