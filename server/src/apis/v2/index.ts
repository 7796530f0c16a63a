import { mountGroup } from '#apis/mount-group.ts'
import { articleResourceRoutes } from '#modules/articles/routes.v2.ts'
import { accountResourceRoutes } from '#modules/auth/accounts/account-resource.ts'
import type { Auth } from '#modules/auth/index.ts'
import { tokenRoutes } from '#modules/auth/tokens/routes.v2.ts'
import { datasetRoutes } from '#modules/datasets/definitions/routes.v2.ts'
import { valueRoutes } from '#modules/datasets/values/routes.v2.ts'
import { directoryRoutes } from '#modules/directory/routes.v2.ts'
import { type DistributionResourceDeps, distributionResourceRoutes } from '#modules/distributions/projects/routes.v2.ts'
import { type DocumentDeps, documentRoutes } from '#modules/documents/routes.v2.ts'
import { documentTypeRoutes } from '#modules/documents/types/routes.v2.ts'
import { vaultLinkRoutes } from '#modules/documents/vault/routes.v2.ts'
import { eventRoutes } from '#modules/events/routes.v2.ts'
import { datasetImportRoutes } from '#modules/imports/datasets/routes.v2.ts'
import { importRoutes } from '#modules/imports/managers/routes.v2.ts'
import { noteRoutes } from '#modules/notes/routes.v2.ts'
import { formRoutes } from '#modules/requests/forms/routes.v2.ts'
import { type SignatureDeps, signatureProcessRoutes } from '#modules/signatures/processes/routes.v2.ts'
import { signatureTypeRoutes } from '#modules/signatures/types/routes.v2.ts'
import { type UploadDeps, uploadRoutes } from '#modules/uploads/routes.v2.ts'
import { deliveryRoutes } from '#modules/webhooks/deliveries/routes.v2.ts'
import { type WebhookDeps, webhookRoutes } from '#modules/webhooks/subscriptions/routes.v2.ts'
import type { Methods } from '#platform/http/methods.ts'
import type { Http } from '#platform/http/routes.ts'
import { authenticate } from './authenticate.ts'

type Deps = WebhookDeps & UploadDeps & DocumentDeps & DistributionResourceDeps & SignatureDeps & { auth: Auth }

/** Group A, /api/v2/client: bearer token; `{ code, message, errors? }`. */
export function mountV2(app: Http, methods: Methods, deps: Deps): void {
  const { db, auth, cursors } = deps
  mountGroup(app, methods, {
    prefix: '/api/v2/client',
    tag: 'Group A (v2 client)',
    refusesUnknownInput: true,
    hasEntityTags: true,
    authenticate: (request) => authenticate(auth, request),
    features: [
      accountResourceRoutes({ db, cursors }),
      articleResourceRoutes({ db, cursors }),
      datasetImportRoutes(deps),
      datasetRoutes({ db, cursors }),
      deliveryRoutes({ db, cursors }),
      directoryRoutes({ db, cursors }),
      distributionResourceRoutes(deps),
      documentRoutes(deps),
      documentTypeRoutes({ db, cursors }),
      eventRoutes({ db, cursors }),
      formRoutes({ db, cursors }),
      importRoutes(deps),
      noteRoutes({ db, cursors }),
      signatureProcessRoutes(deps),
      signatureTypeRoutes({ db, cursors }),
      tokenRoutes(auth),
      uploadRoutes(deps),
      valueRoutes({ db, cursors }),
      vaultLinkRoutes({ db, cursors }),
      webhookRoutes(deps),
    ],
  })
}
