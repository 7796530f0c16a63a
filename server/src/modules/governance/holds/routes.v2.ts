import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { changeIf, type Target } from '#kernel/resources/change-if.ts'
import { accessTo } from '#kernel/resources/resource-routes.ts'
import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import type { ListOrder, OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { answerPage, listScope } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { notFound } from '#platform/problem.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { patchHold, releaseHold } from './change-hold.ts'
import { nameResources } from './name-resources.ts'
import { placeHold } from './place-hold.ts'
import { presentLegalHold } from './present.ts'
import { findLegalHold, type ItemRow, type LegalHoldRow, listItems, listLegalHolds, lockLegalHold } from './queries.ts'
import { NamedLegalHoldItem } from './schemas.admin.ts'
import {
  LegalHold,
  LegalHoldInput,
  LegalHoldItem,
  LegalHoldParams,
  LegalHoldPatch,
  ListItemsQuery,
  ListLegalHoldsQuery,
  ReleaseInput,
} from './schemas.ts'

const { read, write } = accessTo('legal_holds')

/** Those of earlier versions have ids of another form, which say nothing of their age. */
const NEWEST_FIRST: ListOrder = { column: 'created_at', tie: 'id', descending: true }
const COVERED_LAST_FIRST: ListOrder = { column: 'key', tie: 'key', descending: true }

export type HoldDeps = { db: Db; cursors: Cursors }

export function legalHoldRoutes(deps: HoldDeps): Routes {
  return (v2) => {
    mountCommon(v2, deps)
    mountItems(v2, deps, { item: LegalHoldItem, present: async (_, items) => items.map(presentItem) })
  }
}

/** The same for the portal, where items have their names. */
export function namedLegalHoldRoutes(deps: HoldDeps): Routes {
  return (admin) => {
    mountCommon(admin, deps)
    mountItems(admin, deps, {
      item: NamedLegalHoldItem,
      present: (request, items) =>
        nameResources(deps.db, callerOf(request).client, items.map(presentItem), request.permissions),
    })
  }
}

function mountCommon(v2: Http, deps: HoldDeps): void {
  mountPlacing(v2)
  mountReading(v2, deps)
  mountChanges(v2)
}

function mountPlacing(v2: Http): void {
  v2.post(
    '/legal_holds',
    {
      config: { ...write, refuses: ['conflict'] },
      schema: {
        operationId: 'placeLegalHold',
        summary: 'Place a legal hold',
        body: LegalHoldInput,
        response: { 201: LegalHold },
      },
    },
    async (request, reply) => reply.code(201).send(await request.work((work) => placeHold(work, request.body))),
  )
}

function mountReading(v2: Http, { db, cursors }: HoldDeps): void {
  v2.get(
    '/legal_holds',
    {
      config: read,
      schema: {
        operationId: 'listLegalHolds',
        summary: 'List legal holds, newest first',
        querystring: ListLegalHoldsQuery,
        response: { 200: Type.Array(LegalHold) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { status, q, employee_technical_id, document_id } = request.query
      const scope = listScope(client, 'legal_holds', [status, q, employee_technical_id, document_id])
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        orderedPage(
          NEWEST_FIRST,
          page,
          (wanted) => listLegalHolds(db, client, request.query, wanted),
          presentLegalHold,
        ),
      )
    },
  )

  v2.get(
    '/legal_holds/:id',
    {
      config: read,
      schema: {
        operationId: 'getLegalHold',
        summary: 'Read a legal hold, open or released',
        params: LegalHoldParams,
        response: { 200: LegalHold },
      },
    },
    async (request) => presentLegalHold(await getHold(db, callerOf(request).client, request.params.id)),
  )
}

async function getHold(db: Db, client: Client, id: string): Promise<LegalHoldRow> {
  const row = await findLegalHold(db, client, id)
  if (!row) throw notFound('legal hold', id)
  return row
}

type ShownItems<Item extends typeof LegalHoldItem> = {
  item: Item
  present: (request: FastifyRequest, items: readonly ItemRow[]) => Promise<Static<Item>[]>
}

function mountItems<Item extends typeof LegalHoldItem>(
  v2: Http,
  { db, cursors }: HoldDeps,
  { item, present }: ShownItems<Item>,
): void {
  v2.get(
    '/legal_holds/:id/items',
    {
      config: read,
      schema: {
        operationId: 'listLegalHoldItems',
        summary: 'List what a legal hold covers, what was covered last first',
        params: LegalHoldParams,
        querystring: ListItemsQuery,
        response: { 200: Type.Array(item as typeof LegalHoldItem) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { id } = await getHold(db, client, request.params.id)
      const { resource_type } = request.query
      const scope = listScope(client, 'legal_hold_items', [id, resource_type])
      return answerPage({ cursors, reply, query: request.query, scope }, async (asked) => {
        const list = (wanted: OrderedRequest) => listItems(db, client, { id, resource_type }, wanted)
        const page = await orderedPage(COVERED_LAST_FIRST, asked, list, (row) => row)
        return { ...page, rows: await present(request, page.rows) }
      })
    },
  )
}

function presentItem({ resource_type, resource_id, covered_at }: ItemRow): LegalHoldItem {
  return { resource_type, resource_id, covered_at: inSeconds(covered_at) }
}

function targetOf(id: string): Target {
  return {
    schema: LegalHold,
    async lockCurrent({ tx, client }) {
      const row = await lockLegalHold(tx, client, id)
      return row && presentLegalHold(row)
    },
  }
}

function mountChanges(v2: Http): void {
  v2.patch(
    '/legal_holds/:id',
    {
      config: { ...write, isConditional: true },
      schema: {
        operationId: 'patchLegalHold',
        summary: 'Update name, reason and reference of a legal hold',
        params: LegalHoldParams,
        body: LegalHoldPatch,
        response: { 200: LegalHold },
      },
    },
    async (request) => {
      const { id } = request.params
      return changeIf(request, targetOf(id), (work) => patchHold(work, id, request.body))
    },
  )

  v2.post(
    '/legal_holds/:id/release',
    {
      config: write,
      schema: {
        operationId: 'releaseLegalHold',
        summary: 'Release a legal hold; it stays on record',
        params: LegalHoldParams,
        body: ReleaseInput,
        response: { 200: LegalHold },
      },
    },
    async (request) => request.work((work) => releaseHold(work, request.params.id, request.body)),
  )
}
