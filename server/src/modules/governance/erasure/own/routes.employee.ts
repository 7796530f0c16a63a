import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forEmployees, personOf } from '#kernel/access/session-person.ts'
import type { Work } from '#kernel/work.ts'
import { askForOwnDeletion } from '#modules/governance/erasure/ask.ts'
import { cancel, getLockedDeletion } from '#modules/governance/erasure/decide.ts'
import { type DeletionRow, findDeletion, listDeletions } from '#modules/governance/erasure/queries.ts'
import { type DeletionDeps, NEWEST_FIRST } from '#modules/governance/erasure/routes.v2.ts'
import { DeletionParams } from '#modules/governance/erasure/schemas.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { answerPage, listScope } from '#platform/http/lists/answer-page.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { notFound } from '#platform/problem.ts'
import { OwnDeletion, OwnDeletionChange, OwnDeletionInput, OwnPageQuery } from './own-schemas.ts'
import { presentOwn } from './present-own.ts'

/** The deletion requests that employees make for themselves. */
export function ownDeletionRoutes(deps: DeletionDeps): Routes {
  return (portal) => {
    mountOwn(portal, deps)
    mountOwnCancellation(portal)
  }
}

function mountOwn(portal: Http, { db, cursors }: DeletionDeps): void {
  portal.post(
    '/me/deletion_requests',
    {
      config: { ...forEmployees, refuses: ['conflict'] },
      schema: {
        operationId: 'createMyDeletionRequest',
        summary: 'Ask that what is kept about me be erased',
        body: OwnDeletionInput,
        response: { 201: OwnDeletion },
      },
    },
    async (request, reply) => {
      const { language } = personOf(request)
      const row = await request.work(async (work) => {
        const { id } = await askForOwnDeletion(work, request.body.reason ?? null)
        return findDeletion(work.tx, work.client, id)
      })
      if (!row) throw new Error('The deletion request that was just stored does not exist.')
      return reply.code(201).send(presentOwn(row, language))
    },
  )

  portal.get(
    '/me/deletion_requests',
    {
      config: forEmployees,
      schema: {
        operationId: 'listMyDeletionRequests',
        summary: 'Deletion requests of mine, newest first',
        querystring: OwnPageQuery,
        response: { 200: Type.Array(OwnDeletion) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { technical_id, language } = personOf(request)
      const scope = listScope(client, '/me/deletion_requests', [technical_id])
      const own = { own_of: technical_id }
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        orderedPage(
          NEWEST_FIRST,
          page,
          (wanted) => listDeletions(db, client, own, wanted),
          (row) => presentOwn(row, language),
        ),
      )
    },
  )
}

function mountOwnCancellation(portal: Http): void {
  portal.post(
    '/me/deletion_requests/:id/cancel',
    {
      config: forEmployees,
      schema: {
        operationId: 'cancelMyDeletionRequest',
        summary: 'Withdraw a deletion request of mine before anything went',
        params: DeletionParams,
        body: OwnDeletionChange,
        response: { 200: OwnDeletion },
      },
    },
    async (request) => {
      const { technical_id, language } = personOf(request)
      const { id } = request.params
      const row = await request.work((work) => withdraw(work, technical_id, id, request.body.reason ?? null))
      return presentOwn(row, language)
    },
  )
}

async function withdraw(work: Work, technicalId: string, id: string, reason: string | null): Promise<DeletionRow> {
  const row = await getLockedDeletion(work, id)
  const isOwn = row.origin === 'employee' && row.resource_type === 'employee' && row.resource_id === technicalId
  if (!isOwn) throw notFound('deletion request', id)
  await cancel(work, row, { by: { ...work.actor, id: null, name: null, on_behalf_of: null }, reason })
  return getLockedDeletion(work, id)
}
