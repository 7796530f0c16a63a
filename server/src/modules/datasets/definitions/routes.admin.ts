import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forAdministrators } from '#kernel/access/session-person.ts'
import type { AuditTrail } from '#kernel/audit/audit-trail.ts'
import { exportOf } from '#kernel/audit/reading.ts'
import { exportValues } from '#modules/datasets/values/export-values.ts'
import type { Db } from '#platform/db/db.ts'
import { FileContent, sendFile } from '#platform/http/responses/send-file.ts'
import type { Routes } from '#platform/http/routes.ts'
import { NamedObject } from '#platform/http/validation/schemas.ts'
import { notFound } from '#platform/problem.ts'
import { findDataset, listDatasetLinks } from './queries.ts'
import { DatasetParams } from './schemas.ts'

const access = forAdministrators('datasets:read')

const Link = NamedObject('DatasetLink', { type: Type.String({ description: 'Such as `form`.' }), id: Type.String() })

/** What the pages of data sets need beyond group A. */
export function datasetAdminRoutes({ db, audit }: { db: Db; audit: AuditTrail }): Routes {
  return (portal) => {
    portal.get(
      '/datasets/:id/export',
      {
        config: access,
        schema: {
          operationId: 'exportDataset',
          summary: 'Download all values of a data set, as a file that can be imported again',
          params: DatasetParams,
          response: { 200: FileContent('text/csv', 'A row for each value.') },
        },
      },
      async (request, reply) => {
        const { id } = request.params
        const file = await exportValues(db, callerOf(request).client, id)
        const beforeBytes = exportOf(request, audit, { type: 'dataset', id })
        return sendFile(reply, file, { filename: `${id}.csv`, contentType: 'text/csv; charset=utf-8', beforeBytes })
      },
    )

    portal.get(
      '/datasets/:id/links',
      {
        config: access,
        schema: {
          operationId: 'listDatasetLinks',
          summary: 'What relies on a data set, so that it cannot be deleted',
          params: DatasetParams,
          response: { 200: Type.Array(Link) },
        },
      },
      async (request) => {
        const { client } = callerOf(request)
        const dataset = await findDataset(db, client, request.params.id)
        if (!dataset) throw notFound('data set', request.params.id)
        return (await listDatasetLinks(db, client, dataset.key)).map(linkOf)
      },
    )
  }
}

/** A holder is named by its kind and its id, as in `form mobility`. */
function linkOf(holder: string): { type: string; id: string } {
  const end = holder.indexOf(' ')
  return { type: holder.slice(0, end), id: holder.slice(end + 1) }
}
