import { callerOf } from '#kernel/access/caller.ts'
import { forManagers } from '#kernel/access/session-person.ts'
import { ManagerFilingData, ManagerFilingForm } from '#modules/documents/manager-schemas.ts'
import { type ManagerDocumentDeps, managerOf } from '#modules/documents/routes.manager.ts'
import { Document } from '#modules/documents/schemas.ts'
import { takeFiles, unchecked } from '#platform/http/bodies/file-body.ts'
import type { Routes } from '#platform/http/routes.ts'
import { invalid } from '#platform/problem.ts'
import { checkFilingForManager, fileDocumentForManager } from './file-document-for-manager.ts'
import { receiveDocumentForm } from './receive-document-form.ts'

export type ManagerFilingDeps = ManagerDocumentDeps & { maxFileBytes: number }

/** Managers file documents, one file at a time. */
export function managerFilingRoutes(deps: ManagerFilingDeps): Routes {
  return (portal) =>
    takeFiles(portal, deps, (scope) => {
      scope.post(
        '/manager/documents',
        {
          ...unchecked,
          config: forManagers(),
          schema: {
            operationId: 'fileManagedDocument',
            summary: 'File a document of an employee or of organizations',
            description: 'The part `data` is JSON and comes before the part `file`.',
            consumes: ['multipart/form-data'],
            body: ManagerFilingForm,
            response: { 201: Document },
          },
        },
        async (request, reply) => {
          const manager = managerOf(request)
          const { data, file } = await receiveDocumentForm<ManagerFilingData>(
            request,
            deps,
            ManagerFilingData,
            async (early) => {
              if (!early) throw invalid('data', 'required', 'The part data must come before the file.')
              await checkFilingForManager(deps.db, callerOf(request).client, manager, early)
            },
          )
          const filed = await request.work((work) => fileDocumentForManager(work, manager, { data, file }, deps))
          return reply.code(201).send(filed)
        },
      )
    })
}
