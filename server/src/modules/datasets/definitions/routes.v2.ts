import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { changeIf, type Target } from '#kernel/resources/change-if.ts'
import type { Work } from '#kernel/work.ts'
import { CHANGE, READ } from '#modules/datasets/access.ts'
import type { Db } from '#platform/db/db.ts'
import { answerPage, listScope } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { NoContent } from '#platform/http/validation/schemas.ts'
import { notFound } from '#platform/problem.ts'
import { deleteDataset } from './delete-dataset.ts'
import { listDatasets } from './list-datasets.ts'
import { presentDataset } from './present.ts'
import { putDataset } from './put-dataset.ts'
import { findDataset, lockDatasetAndValues } from './queries.ts'
import { Dataset, DatasetParams, ListDatasetsQuery, PutDatasetBody } from './schemas.ts'

type Deps = { db: Db; cursors: Cursors }

export function datasetRoutes(deps: Deps): Routes {
  return (v2) => {
    mountReading(v2, deps)
    mountChanges(v2)
  }
}

function mountReading(v2: Http, { db, cursors }: Deps): void {
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
      const { sort, q, last_import_status, last_import_result } = request.query
      const scope = listScope(client, 'datasets', [sort ?? 'name', q, last_import_status, last_import_result])
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        listDatasets(db, client, request.query, page),
      )
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
}

function mountChanges(v2: Http): void {
  v2.put(
    '/datasets/:id',
    {
      config: CHANGE,
      schema: {
        operationId: 'putDataset',
        summary: 'Create or update a data set with its dimensions',
        params: DatasetParams,
        body: PutDatasetBody,
        response: { 200: Dataset, 201: Dataset },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const put = (work: Work) => putDataset(work, id, request.body)
      const { dataset, outcome } = await changeIf(request, targetOf(id), put, {
        isCreation: (one) => one.outcome === 'created',
      })
      return reply.code(outcome === 'created' ? 201 : 200).send(dataset)
    },
  )

  v2.delete(
    '/datasets/:id',
    {
      config: { ...CHANGE, refuses: ['conflict'] },
      schema: {
        operationId: 'deleteDataset',
        summary: 'Delete a data set with all its values',
        params: DatasetParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      await changeIf(request, targetOf(id), (work) => deleteDataset(work, id))
      return reply.code(204).send(null)
    },
  )
}

function targetOf(id: string): Target {
  return {
    schema: Dataset,
    async lockCurrent({ tx, client }) {
      const row = await lockDatasetAndValues(tx, client, id, { isImport: false })
      return row && presentDataset(row, client)
    },
  }
}
