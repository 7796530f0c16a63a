import { mountScope } from '#apis/mount-group.ts'
import { articleResourceRoutes } from '#modules/articles/routes.v2.ts'
import { accountResourceRoutes } from '#modules/auth/accounts/account-resource.ts'
import type { Auth } from '#modules/auth/index.ts'
import { tokenRoutes } from '#modules/auth/tokens/routes.v2.ts'
import { datasetRoutes } from '#modules/datasets/definitions/routes.v2.ts'
import { valueRoutes } from '#modules/datasets/values/routes.v2.ts'
import { directoryRoutes } from '#modules/directory/routes.v2.ts'
import {
  type DistributionResourceParts,
  distributionResourceRoutes,
} from '#modules/distributions/projects/routes.v2.ts'
import { documentTypeRoutes } from '#modules/documents/routes.v2.ts'
import { type DocumentParts, documentRoutes } from '#modules/documents/types/routes.v2.ts'
import { vaultLinkRoutes } from '#modules/documents/vault/routes.v2.ts'
import { eventRoutes } from '#modules/events/routes.v2.ts'
import { datasetImportRoutes } from '#modules/imports/datasets/routes.v2.ts'
import { importRoutes } from '#modules/imports/managers/routes.v2.ts'
import { noteRoutes } from '#modules/notes/routes.v2.ts'
import { formRoutes } from '#modules/requests/forms/routes.v2.ts'
import { type SignatureParts, signatureProcessRoutes } from '#modules/signatures/processes/routes.v2.ts'
import { signatureTypeRoutes } from '#modules/signatures/types/routes.v2.ts'
import { type UploadParts, uploadRoutes } from '#modules/uploads/routes.v2.ts'
import { deliveryRoutes } from '#modules/webhooks/deliveries/routes.v2.ts'
import { type WebhookParts, webhookRoutes } from '#modules/webhooks/subscriptions/routes.v2.ts'
import type { Methods } from '#platform/http/methods.ts'
import type { Http } from '#platform/http/routes.ts'
import { authenticate } from './authenticate.ts'

type Parts = WebhookParts & UploadParts & DocumentParts & DistributionResourceParts & SignatureParts & { auth: Auth }

/** Group A, /api/v2/client: bearer token; `{ code, message, errors? }`. */
export function mountV2(app: Http, methods: Methods, parts: Parts): void {
  const { db, auth, cursors } = parts
  mountScope(app, methods, {
    prefix: '/api/v2/client',
    tag: 'Group A (v2 client)',
    refusesUnknownInput: true,
    hasEntityTags: true,
    authenticate: (request) => authenticate(auth, request),
    features: [
      accountResourceRoutes({ db, cursors }),
      articleResourceRoutes({ db, cursors }),
      datasetImportRoutes(parts),
      datasetRoutes({ db, cursors }),
      deliveryRoutes({ db, cursors }),
      directoryRoutes({ db, cursors }),
      distributionResourceRoutes(parts),
      documentRoutes(parts),
      documentTypeRoutes({ db, cursors }),
      eventRoutes({ db, cursors }),
      formRoutes({ db, cursors }),
      importRoutes(parts),
      noteRoutes({ db, cursors }),
      signatureProcessRoutes(parts),
      signatureTypeRoutes({ db, cursors }),
      tokenRoutes(auth),
      uploadRoutes(parts),
      valueRoutes({ db, cursors }),
      vaultLinkRoutes({ db, cursors }),
      webhookRoutes(parts),
    ],
  })
}
