import { mountScope } from '#apis/mount-group.ts'
import { articleReaderRoutes } from '#modules/articles/reading/routes.employee.ts'
import { managerArticleRoutes } from '#modules/articles/reading/routes.manager.ts'
import { articleResourceRoutes } from '#modules/articles/routes.v2.ts'
import { articleWriterRoutes } from '#modules/articles/writing/routes.manager.ts'
import { linkRoutes } from '#modules/auth/account-links/routes.public.ts'
import { accountResourceRoutes } from '#modules/auth/accounts/account-resource.ts'
import { addressRoutes } from '#modules/auth/accounts/routes.public.ts'
import { credentialRoutes } from '#modules/auth/credentials/routes.admin.ts'
import { invitationRoutes, passwordRoutes, signInOptionRoutes } from '#modules/auth/passwords/routes.public.ts'
import { accountRoutes } from '#modules/auth/sessions/routes.admin.ts'
import { type SessionParts, sessionRoutes } from '#modules/auth/sessions/routes.public.ts'
import { bulkRoutes } from '#modules/bulk/routes.manager.ts'
import { datasetPortalRoutes } from '#modules/datasets/definitions/routes.admin.ts'
import { datasetRoutes } from '#modules/datasets/definitions/routes.v2.ts'
import { valueRoutes } from '#modules/datasets/values/routes.v2.ts'
import { managedDirectoryRoutes } from '#modules/directory/employees/routes.manager.ts'
import { peopleRoutes } from '#modules/directory/people/routes.admin.ts'
import { profileRoutes } from '#modules/directory/people/routes.employee.ts'
import { directoryRoutes } from '#modules/directory/routes.v2.ts'
import type { ManagerDistributionParts } from '#modules/distributions/manager-deps.ts'
import { managerDistributionRoutes } from '#modules/distributions/routes.manager.ts'
import { employeeCompanyRoutes } from '#modules/documents/company/routes.employee.ts'
import { type ManagedUploadParts, managedUploadRoutes } from '#modules/documents/filing/routes.manager.ts'
import { type OwnDocumentParts, ownDocumentRoutes } from '#modules/documents/folder/routes.employee.ts'
import { folderRoutes } from '#modules/documents/folder/routes.manager.ts'
import { managedDocumentRoutes } from '#modules/documents/routes.manager.ts'
import { documentTypeRoutes } from '#modules/documents/routes.v2.ts'
import { ownUploadRoutes } from '#modules/documents/submissions/routes.employee.ts'
import { vaultRoutes } from '#modules/documents/vault/routes.employee.ts'
import { managedVaultRoutes } from '#modules/documents/vault/routes.manager.ts'
import { eventTypeRoutes } from '#modules/events/routes.admin.ts'
import { historyRoutes } from '#modules/events/routes.manager.ts'
import { eventRoutes } from '#modules/events/routes.v2.ts'
import { datasetImportRoutes } from '#modules/imports/datasets/routes.v2.ts'
import { importRoutes } from '#modules/imports/managers/routes.v2.ts'
import { managerImportRoutes } from '#modules/imports/routes.admin.ts'
import { mailRoutes } from '#modules/mails/routes.admin.ts'
import { managedNoteRoutes } from '#modules/notes/routes.manager.ts'
import { managedConversationRoutes } from '#modules/requests/conversation/routes.manager.ts'
import { portalFormRoutes } from '#modules/requests/forms/routes.employee.ts'
import { formRoutes } from '#modules/requests/forms/routes.v2.ts'
import { myRequestRoutes } from '#modules/requests/handling/routes.employee.ts'
import { type ManagedRequestParts, managedRequestRoutes } from '#modules/requests/handling/routes.manager.ts'
import { searchRoutes } from '#modules/search/routes.employee.ts'
import {
  type ManagerSignatureParts,
  managerSignatureRoutes,
} from '#modules/signatures/processes/list-routes.manager.ts'
import { mySignatureRoutes } from '#modules/signatures/signing/routes.employee.ts'
import { signingRoutes } from '#modules/signatures/signing/routes.public.ts'
import { signatureTypeRoutes } from '#modules/signatures/types/routes.v2.ts'
import { type SystemParts, systemRoutes } from '#modules/system/routes.admin.ts'
import { type UploadParts, uploadRoutes } from '#modules/uploads/routes.v2.ts'
import { deliveryRoutes } from '#modules/webhooks/deliveries/routes.v2.ts'
import { type WebhookParts, webhookRoutes } from '#modules/webhooks/subscriptions/routes.v2.ts'
import type { Clock } from '#platform/clock.ts'
import type { Methods } from '#platform/http/methods.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { authenticate } from './authenticate.ts'
import { refuseForgery } from './refuse-csrf.ts'

export type PortalParts = SessionParts &
  OwnDocumentParts &
  ManagedRequestParts &
  ManagedUploadParts &
  ManagerDistributionParts &
  ManagerSignatureParts &
  SystemParts &
  UploadParts &
  WebhookParts & { clock: Clock }

/** The portal's own calls, /portal/api: session cookie, for our own pages only. */
export function mountPortal(app: Http, methods: Methods, parts: PortalParts): void {
  const group = {
    tag: 'Portal',
    authenticate: (request: Parameters<typeof refuseForgery>[0]) => authenticate(parts.auth, request),
  }
  const safe: Routes = (scope) => {
    scope.addHook('onRequest', refuseForgery)
  }
  mountScope(app, methods, {
    ...group,
    prefix: '/portal/api',
    features: [
      safe,
      addressRoutes(parts),
      articleReaderRoutes(parts),
      articleWriterRoutes(parts),
      bulkRoutes(parts),
      linkRoutes(parts),
      managedConversationRoutes(parts),
      managedRequestRoutes(parts),
      folderRoutes(parts),
      historyRoutes(parts),
      managedDirectoryRoutes(parts),
      managedDocumentRoutes(parts),
      managedNoteRoutes(parts),
      managedUploadRoutes(parts),
      managedVaultRoutes(parts),
      managerArticleRoutes(parts),
      managerDistributionRoutes(parts),
      managerImportRoutes(parts),
      managerSignatureRoutes(parts),
      myRequestRoutes(parts),
      mySignatureRoutes(parts),
      employeeCompanyRoutes(parts),
      ownDocumentRoutes(parts),
      ownUploadRoutes(parts),
      passwordRoutes(parts),
      portalFormRoutes(parts),
      profileRoutes(parts),
      searchRoutes(parts),
      sessionRoutes(parts),
      signInOptionRoutes(parts),
      signingRoutes(parts),
      vaultRoutes(parts),
    ],
  })
  // What applications may do for a client, managers may do here whose roles give them the same for the whole client.
  mountScope(app, methods, {
    ...group,
    tag: 'Portal administration',
    prefix: '/portal/api/admin',
    features: [
      safe,
      accountResourceRoutes(parts),
      accountRoutes,
      articleResourceRoutes(parts),
      credentialRoutes(parts),
      datasetImportRoutes(parts),
      datasetPortalRoutes(parts),
      datasetRoutes(parts),
      deliveryRoutes(parts),
      directoryRoutes(parts, { isTranslated: true }),
      documentTypeRoutes(parts),
      eventRoutes(parts),
      eventTypeRoutes,
      formRoutes(parts, { isTranslated: true }),
      importRoutes(parts),
      invitationRoutes(parts),
      mailRoutes(parts),
      peopleRoutes(parts),
      signatureTypeRoutes(parts),
      systemRoutes(parts),
      uploadRoutes(parts),
      valueRoutes(parts),
      webhookRoutes(parts),
    ],
  })
}
