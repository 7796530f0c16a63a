import { Type } from 'typebox'
import { storeFile } from '#modules/uploads/index.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { plainFilename } from '#platform/http/content-disposition.ts'
import { takeFiles, unchecked } from '#platform/http/file-body.ts'
import { readParts } from '#platform/http/multipart.ts'
import type { Routes } from '#platform/http/routes.ts'
import { Problem } from '#platform/problem.ts'
import { checkManagerFile, submitManagerImport } from './submit-manager-import.ts'

/** A file of managers is read as a whole. This is enough for some 200,000 profiles. */
const MOST_MANAGER_BYTES = 20 * 1024 * 1024

const File = Type.Object({ input_file: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) })

export function managerImportRoutes({ blobs, maxFileBytes }: { blobs: Blobs; maxFileBytes: number }): Routes {
  return (api) =>
    takeFiles(api, { maxFileBytes: Math.min(maxFileBytes, MOST_MANAGER_BYTES) }, (scope) => {
      scope.post(
        '/managers/import',
        {
          ...unchecked,
          config: { allow: ['api_key'] },
          schema: {
            operationId: 'importManagers',
            summary: 'Import managers from a CSV file',
            description:
              'The import runs by itself; its status is shown in the portal and at `GET /api/v2/client/imports`.',
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
          const { files } = await readParts(request, async ({ fieldname, filename, file }) => {
            if (fieldname === 'input_file') return storeFile(blobs, plainFilename(filename) ?? 'managers.csv', file)
            file.resume()
            return undefined
          })
          const file = files.input_file
          if (!file) throw new Problem('malformed', 'missing_part', 'The form has no file in the part input_file.')
          await checkManagerFile(blobs, file.sha256)
          await request.work((work) => submitManagerImport(work, blobs, file))
          return reply.code(201).type('text/plain; charset=utf-8').send('Import processing...')
        },
      )
    })
}
