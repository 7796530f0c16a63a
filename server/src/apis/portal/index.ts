import { managerArticleRoutes } from '#modules/articles/manager-routes.portal.ts'
import { articleReaderRoutes } from '#modules/articles/reader-routes.portal.ts'
import { articleResourceRoutes } from '#modules/articles/routes.v2.ts'
import { articleWriterRoutes } from '#modules/articles/writer-routes.portal.ts'
import { accountRoutes } from '#modules/auth/account-routes.portal.ts'
import { accountResourceRoutes } from '#modules/auth/address/account-resource.ts'
import { addressRoutes } from '#modules/auth/address/routes.portal.ts'
import { credentialRoutes } from '#modules/auth/credential-routes.portal.ts'
import { linkRoutes } from '#modules/auth/links/routes.portal.ts'
import { invitationRoutes, passwordRoutes, signInOptionRoutes } from '#modules/auth/password-routes.portal.ts'
import { type SessionParts, sessionRoutes } from '#modules/auth/routes.portal.ts'
import { bulkRoutes } from '#modules/bulk/routes.portal.ts'
import { datasetPortalRoutes } from '#modules/datasets/routes.portal.ts'
import { datasetRoutes } from '#modules/datasets/routes.v2.ts'
import { valueRoutes } from '#modules/datasets/value-routes.v2.ts'
import { peopleRoutes } from '#modules/directory/people-routes.portal.ts'
import { profileRoutes } from '#modules/directory/profile-routes.portal.ts'
import { managedDirectoryRoutes } from '#modules/directory/routes.portal.ts'
import { directoryRoutes } from '#modules/directory/routes.v2.ts'
import type { ManagerDistributionParts } from '#modules/distributions/portal-parts.ts'
import { managerDistributionRoutes } from '#modules/distributions/routes.portal.ts'
import { employeeCompanyRoutes } from '#modules/documents/employee-company-routes.portal.ts'
import { folderRoutes } from '#modules/documents/folder-routes.portal.ts'
import { managedDocumentRoutes } from '#modules/documents/managed-document-routes.portal.ts'
import { type ManagedUploadParts, managedUploadRoutes } from '#modules/documents/managed-upload-routes.portal.ts'
import { managedVaultRoutes } from '#modules/documents/managed-vault-routes.portal.ts'
import { type OwnDocumentParts, ownDocumentRoutes } from '#modules/documents/own-document-routes.portal.ts'
import { ownUploadRoutes } from '#modules/documents/own-uploads/routes.portal.ts'
import { documentTypeRoutes } from '#modules/documents/routes.v2.ts'
import { vaultRoutes } from '#modules/documents/vault-routes.portal.ts'
import { historyRoutes } from '#modules/events/history-routes.portal.ts'
import { eventTypeRoutes } from '#modules/events/routes.portal.ts'
import { eventRoutes } from '#modules/events/routes.v2.ts'
import { datasetImportRoutes } from '#modules/imports/dataset-import-routes.v2.ts'
import { importRoutes } from '#modules/imports/import-routes.v2.ts'
import { managerImportRoutes } from '#modules/imports/routes.portal.ts'
import { mailRoutes } from '#modules/mails/routes.portal.ts'
import { managedNoteRoutes } from '#modules/notes/routes.portal.ts'
import { portalFormRoutes } from '#modules/requests/form-routes.portal.ts'
import { formRoutes } from '#modules/requests/form-routes.v2.ts'
import { managedConversationRoutes } from '#modules/requests/managed-conversation-routes.portal.ts'
import { type ManagedRequestParts, managedRequestRoutes } from '#modules/requests/managed-request-routes.portal.ts'
import { myRequestRoutes } from '#modules/requests/my-request-routes.portal.ts'
import { searchRoutes } from '#modules/search/routes.portal.ts'
import { type ManagerSignatureParts, managerSignatureRoutes } from '#modules/signatures/manager-routes.portal.ts'
import { mySignatureRoutes } from '#modules/signatures/my-routes.portal.ts'
import { signatureTypeRoutes } from '#modules/signatures/type-routes.v2.ts'
import { signingRoutes } from '#modules/signatures/visit-routes.portal.ts'
import { type SystemParts, systemRoutes } from '#modules/system/routes.portal.ts'
import { type UploadParts, uploadRoutes } from '#modules/uploads/routes.v2.ts'
import { deliveryRoutes } from '#modules/webhooks/delivery-routes.v2.ts'
import { type WebhookParts, webhookRoutes } from '#modules/webhooks/routes.v2.ts'
import type { Clock } from '#platform/clock.ts'
import type { Methods } from '#platform/http/methods.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { mountScope } from '#platform/http/scope.ts'
import { authenticate } from './authenticate.ts'
import { refuseForgery } from './refuse-forgery.ts'

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
