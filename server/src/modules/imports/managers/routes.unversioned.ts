import { Type } from 'typebox'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { takeFiles, unchecked } from '#platform/http/bodies/file-body.ts'
import type { Routes } from '#platform/http/routes.ts'
import { NamedObject } from '#platform/http/validation/schemas.ts'
import { MAX_MANAGER_BYTES, receiveManagerFile } from './receive-manager-file.ts'
import { submitManagerImport } from './submit-manager-import.ts'

const File = NamedObject('ManagerImportForm', {
  input_file: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }),
})

export function managerImportRoutes({ blobs, maxFileBytes }: { blobs: Blobs; maxFileBytes: number }): Routes {
  return (api) =>
    takeFiles(api, { maxFileBytes: Math.min(maxFileBytes, MAX_MANAGER_BYTES) }, (scope) => {
      scope.post(
        '/managers/import',
        {
          ...unchecked,
          config: { allow: ['api_key'] },
          schema: {
            operationId: 'importManagers',
            summary: 'Import managers from a CSV file',
            description:
              'The import runs in the background; its status is shown in the portal and at `GET /api/v2/client/imports`.',
            consumes: ['multipart/form-data'],
            body: File,
            response: {
              201: {
                description: 'Accepted.',
                content: { 'text/plain': { schema: Type.Literal('Import processing...') } },
              },
            },
          },
        },
        async (request, reply) => {
          const file = await receiveManagerFile(request, blobs)
          await request.work((work) => submitManagerImport(work, blobs, file))
          return reply.code(201).type('text/plain; charset=utf-8').send('Import processing...')
        },
      )
    })
}
