import { Type } from 'typebox'
import type { Db } from '#platform/db/db.ts'
import { callerOf } from '#platform/http/caller.ts'
import { type Cursors, listScope } from '#platform/http/cursor.ts'
import { writeCursors } from '#platform/http/keyset-page.ts'
import type { Routes } from '#platform/http/routes.ts'
import { NoContent } from '#platform/http/schemas.ts'
import { notFound } from '#platform/problem.ts'
import { READ, WRITE } from './access.ts'
import { findDataset } from './dataset-queries.ts'
import { deleteDataset } from './delete-dataset.ts'
import { listDatasets } from './list-datasets.ts'
import { presentDataset } from './present.ts'
import { putDataset } from './put-dataset.ts'
import { Dataset, DatasetParams, ListDatasetsQuery, PutDatasetBody } from './schemas.ts'

export function datasetRoutes({ db, cursors }: { db: Db; cursors: Cursors }): Routes {
  return (v2) => {
    v2.get(
      '/datasets',
      {
        config: READ,
        schema: {
          operationId: 'listDatasets',
          summary: 'List data sets',
          querystring: ListDatasetsQuery,
          response: { 200: Type.Array(Dataset) },
        },
      },
      async (request, reply) => {
        const { client } = callerOf(request)
        const { sort, q, last_import_status, last_import_result, cursor } = request.query
        const scope = listScope(client, 'datasets', [sort ?? 'name', q, last_import_status, last_import_result])
        const page = await listDatasets(db, client, request.query, cursors.read(scope, cursor))
        writeCursors(reply, cursors, scope, page)
        return page.rows
      },
    )

    v2.get(
      '/datasets/:id',
      {
        config: READ,
        schema: {
          operationId: 'getDataset',
          summary: 'Read a data set',
          params: DatasetParams,
          response: { 200: Dataset },
        },
      },
      async (request) => {
        const { client } = callerOf(request)
        const row = await findDataset(db, client, request.params.id)
        if (!row) throw notFound('data set', request.params.id)
        return presentDataset(row, client)
      },
    )

    v2.put(
      '/datasets/:id',
      {
        config: WRITE,
        schema: {
          operationId: 'putDataset',
          summary: 'Create a data set, or change its names and dimensions',
          params: DatasetParams,
          body: PutDatasetBody,
          response: { 200: Dataset, 201: Dataset },
        },
      },
      async (request, reply) => {
        const { dataset, outcome } = await request.work((work) => putDataset(work, request.params.id, request.body))
        return reply.code(outcome === 'created' ? 201 : 200).send(dataset)
      },
    )

    v2.delete(
      '/datasets/:id',
      {
        config: WRITE,
        schema: {
          operationId: 'deleteDataset',
          summary: 'Delete a data set with all its values',
          params: DatasetParams,
          response: { 204: NoContent },
        },
      },
      async (request, reply) => {
        await request.work((work) => deleteDataset(work, request.params.id))
        return reply.code(204).send(null)
      },
    )
  }
}
