import { forAdministrators } from '#kernel/access/session-person.ts'
import { holderOf, refuseUnlessClientWide } from '#modules/directory/index.ts'
import { ImportFile, ImportPreview, ManagerImport } from '#modules/imports/admin-schemas.ts'
import { presentAnyImport } from '#modules/imports/present.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Db } from '#platform/db/db.ts'
import { takeFiles, unchecked } from '#platform/http/bodies/file-body.ts'
import type { Http } from '#platform/http/routes.ts'
import { previewManagers } from './preview-managers.ts'
import { MAX_MANAGER_BYTES, receiveManagerFile } from './receive-manager-file.ts'
import { submitManagerImport } from './submit-manager-import.ts'

const config = forAdministrators('imports:write')
const consumes = ['multipart/form-data']

/** A file of managers hands out any role, and may take over anyone who has it: it is for those who hold everything. */
const NEEDED = ['*']

export type SubmitDeps = { db: Db; blobs: Blobs; maxFileBytes: number }

export function managerImportAdminRoutes(portal: Http, { db, blobs, maxFileBytes }: SubmitDeps): void {
  takeFiles(portal, { maxFileBytes: Math.min(maxFileBytes, MAX_MANAGER_BYTES) }, (scope) => {
    scope.post(
      '/manager/imports/preview',
      {
        ...unchecked,
        config,
        schema: {
          operationId: 'previewManagerImport',
          summary: 'What importing a file of managers would do, line by line; nothing is changed',
          consumes,
          body: ImportFile,
          response: { 200: ImportPreview },
        },
      },
      async (request) => {
        await refuseUnlessClientWide(db, holderOf(request), NEEDED)
        const file = await receiveManagerFile(request, blobs)
        return previewManagers((operation) => request.work(operation), blobs, file)
      },
    )

    scope.post(
      '/manager/imports',
      {
        ...unchecked,
        config,
        schema: {
          operationId: 'submitManagerImport',
          summary: 'Import managers from a CSV file in the background',
          consumes,
          body: ImportFile,
          response: { 201: ManagerImport },
        },
      },
      async (request, reply) => {
        await refuseUnlessClientWide(db, holderOf(request), NEEDED)
        const file = await receiveManagerFile(request, blobs)
        const row = await request.work((work) => submitManagerImport(work, blobs, file))
        return reply.code(201).send(presentAnyImport(row))
      },
    )
  })
}
