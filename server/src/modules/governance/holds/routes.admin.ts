import { callerOf } from '#kernel/access/caller.ts'
import { forAdministrators } from '#kernel/access/session-person.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { nameResources } from './name-resources.ts'
import { previewHold } from './preview-hold.ts'
import type { HoldDeps } from './routes.v2.ts'
import { LegalHoldPreview, LegalHoldPreviewInput } from './schemas.admin.ts'

/** Below /admin: what the pages of legal holds need beyond what applications get. */
export function legalHoldPageRoutes({ db }: HoldDeps): Routes {
  return (admin) => mountPreview(admin, db)
}

function mountPreview(admin: Http, db: HoldDeps['db']): void {
  admin.post(
    '/legal_holds/preview',
    {
      config: forAdministrators('legal_holds:write'),
      schema: {
        operationId: 'previewLegalHold',
        summary: 'Count what a legal hold with this scope would cover now; nothing is stored',
        body: LegalHoldPreviewInput,
        response: { 200: LegalHoldPreview },
      },
    },
    async (request) => {
      const { counts, samples } = await previewHold((operation) => request.work(operation), request.body.scope)
      return {
        counts,
        total: Object.values(counts).reduce((sum, count) => sum + count, 0),
        samples: await nameResources(db, callerOf(request).client, samples, request.permissions),
      }
    },
  )
}
