import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { changeIf, type Target } from '#kernel/resources/change-if.ts'
import type { Work } from '#kernel/work.ts'
import { CHANGE, READ, WRITE } from '#modules/datasets/access.ts'
import { lockSubtree } from '#modules/datasets/dataset-locks.ts'
import {
  BulkBody,
  BulkResult,
  DatasetParams,
  ListValuesQuery,
  PutValueBody,
  Value,
  ValueParams,
} from '#modules/datasets/definitions/schemas.ts'
import type { Db } from '#platform/db/db.ts'
import { answerPage, listScope } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { NoContent } from '#platform/http/validation/schemas.ts'
import { deleteValue } from './delete-value.ts'
import { getValue, lockPresentedValue } from './get-value.ts'
import { listValues } from './list-values.ts'
import { putValue } from './put-value.ts'
import { putValues } from './put-values.ts'

type Deps = { db: Db; cursors: Cursors }

export function valueRoutes(deps: Deps): Routes {
  return (v2) => {
    mountReading(v2, deps)
    mountChanges(v2)
    mountBulk(v2)
  }
}

function mountReading(v2: Http, { db, cursors }: Deps): void {
  v2.get(
    '/datasets/:id/values',
    {
      config: READ,
      schema: {
        operationId: 'listDatasetValues',
        summary: 'List the values of a data set',
        params: DatasetParams,
        querystring: ListValuesQuery,
        response: { 200: Type.Array(Value) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { sort, q, dimension, parent_code } = request.query
      const scope = listScope(client, `dataset_values ${request.params.id}`, [
        sort ?? 'code',
        q,
        dimension,
        parent_code,
      ])
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        listValues(db, client, { datasetId: request.params.id, query: request.query }, page),
      )
    },
  )

  v2.get(
    '/datasets/:id/values/:code',
    {
      config: READ,
      schema: {
        operationId: 'getDatasetValue',
        summary: 'Read a value of a data set',
        params: ValueParams,
        response: { 200: Value },
      },
    },
    (request) => getValue(db, callerOf(request).client, request.params.id, request.params.code),
  )
}

function mountChanges(v2: Http): void {
  v2.put(
    '/datasets/:id/values/:code',
    {
      config: CHANGE,
      schema: {
        operationId: 'putDatasetValue',
        summary: 'Create or update a value of a data set',
        params: ValueParams,
        body: PutValueBody,
        response: { 200: Value, 201: Value },
      },
    },
    async (request, reply) => {
      const { id, code } = request.params
      const put = (work: Work) =>
        putValue(work, { datasetId: id, path: code, localizedNames: request.body.localized_names })
      const { value, created } = await changeIf(request, targetOf(id, code), put, {
        isOneStatement: true,
        isCreation: (one) => one.created,
      })
      return reply.code(created ? 201 : 200).send(value)
    },
  )

  v2.delete(
    '/datasets/:id/values/:code',
    {
      config: CHANGE,
      schema: {
        operationId: 'deleteDatasetValue',
        summary: 'Delete a value with all its descendants',
        params: ValueParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { id, code } = request.params
      await changeIf(request, targetOf(id, code), (work) => deleteValue(work, id, code))
      return reply.code(204).send(null)
    },
  )
}

function mountBulk(v2: Http): void {
  v2.post(
    '/datasets/:id/values/bulk',
    {
      config: { ...WRITE, answered: Type.Object({ values: Type.Array(Value) }) },
      schema: {
        operationId: 'putDatasetValues',
        summary: 'Create or update up to 10,000 values atomically',
        params: DatasetParams,
        body: BulkBody,
        response: { 200: BulkResult },
      },
    },
    (request) => request.work((work) => putValues(work, request.params.id, request.body.values)),
  )
}

function targetOf(id: string, code: string): Target {
  return {
    schema: Value,
    async lockCurrent(work) {
      await lockSubtree(work.tx, work.client, id, code)
      return lockPresentedValue(work.tx, work.client, id, code)
    },
  }
}
