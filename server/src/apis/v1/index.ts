import { authenticateByKey, keyIn } from '#apis/api-key.ts'
import type { Auth } from '#modules/auth/index.ts'
import { type DownloadParts, downloadRoutes } from '#modules/documents/download-routes.v1.ts'
import { type EnterpriseParts, enterpriseDocumentRoutes } from '#modules/documents/routes.v1.ts'
import { noteRoutesV1 } from '#modules/notes/routes.v1.ts'
import type { Methods } from '#platform/http/methods.ts'
import type { Http } from '#platform/http/routes.ts'
import { mountScope } from '#platform/http/scope.ts'

type Parts = EnterpriseParts & Omit<DownloadParts, 'keyOf'> & { auth: Auth }

/** Group B, /api/v1: X-API-KEY. */
export function mountV1(app: Http, methods: Methods, { auth, ...parts }: Parts): void {
  const keyOf: DownloadParts['keyOf'] = async (request) => {
    const key = keyIn(request)
    if (key !== undefined) await authenticateByKey(auth, request)
    return key
  }
  mountScope(app, methods, {
    prefix: '/api/v1',
    tag: 'Group B (v1)',
    authenticate: (request) => authenticateByKey(auth, request),
    features: [downloadRoutes({ ...parts, keyOf }), enterpriseDocumentRoutes(parts), noteRoutesV1],
  })
}
