import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { covers } from '#kernel/access/permission.ts'
import { forManagers, personOf } from '#kernel/access/session-person.ts'
import type { AuditTrail } from '#kernel/audit/audit-trail.ts'
import { exportOf } from '#kernel/audit/reading.ts'
import { findUserKey } from '#modules/directory/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/db.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { answerPage, listScope } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import { FileContent, sendFile } from '#platform/http/responses/send-file.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import type { MailTransport } from '#platform/mail/mail.ts'
import { notFound } from '#platform/problem.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { createBulkAction, forecastBulkAction } from './create-bulk-action.ts'
import { failuresCsv } from './failures-csv.ts'
import { type ActionRow, findAction, listActions, listReasons, NEWEST_FIRST } from './queries.ts'
import {
  BulkAction,
  BulkActionInput,
  BulkActionParams,
  BulkActionResult,
  BulkPreview,
  ListBulkActionsQuery,
} from './schemas.ts'
import { stopBulkAction } from './stop-bulk-action.ts'

export type BulkDeps = {
  db: Db
  clock: Clock
  cursors: Cursors
  installation: { mail: MailTransport }
  audit: AuditTrail
}

/** What managers have done to many people or requests at once: each sees what they asked for themselves. */
export function bulkRoutes(deps: BulkDeps): Routes {
  return (portal) => {
    mountList(portal, deps)
    mountCreation(portal, deps)
    mountProgress(portal, deps)
    mountFailures(portal, deps)
  }
}

function mountList(portal: Http, { db, cursors, installation }: BulkDeps): void {
  portal.get(
    '/manager/bulk_actions',
    {
      config: forManagers(),
      schema: {
        operationId: 'listBulkActions',
        summary: 'List the bulk actions that I asked for in the last 30 days, newest first',
        querystring: ListBulkActionsQuery,
        response: { 200: Type.Array(BulkAction) },
      },
    },
    async (request, reply) => {
      const { finished } = request.query
      const owner = await ownerOf(db, request)
      const scope = listScope(owner.client, 'bulk actions', [owner.userKey, String(finished)])
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        orderedPage(
          NEWEST_FIRST,
          page,
          (wanted) => listActions(db, owner, finished, wanted),
          (row) => presentAction(row, installation.mail),
        ),
      )
    },
  )
}

function mountCreation(portal: Http, { db, clock, installation }: BulkDeps): void {
  portal.post(
    '/manager/bulk_actions/preview',
    {
      config: forManagers(),
      schema: {
        operationId: 'previewBulkAction',
        summary: 'Preview a bulk action: how many items it would change, skip and mail',
        body: BulkActionInput,
        response: { 200: BulkPreview },
      },
    },
    async (request) => {
      const asking = { client: callerOf(request).client, person: personOf(request), now: clock.now() }
      return { ...(await forecastBulkAction(db, asking, request.body)), mail_transport: installation.mail }
    },
  )

  portal.post(
    '/manager/bulk_actions',
    {
      config: forManagers(),
      schema: {
        operationId: 'createBulkAction',
        summary: 'Start a bulk action on people or requests',
        body: BulkActionInput,
        response: { 201: BulkAction },
      },
    },
    async (request, reply) => {
      const person = personOf(request)
      const created = await request.work((work) => createBulkAction(work, person, request.body))
      return reply.code(201).send(presentAction(created, installation.mail))
    },
  )
}

function mountProgress(portal: Http, { db, installation }: BulkDeps): void {
  portal.get(
    '/manager/bulk_actions/:id',
    {
      config: forManagers(),
      schema: {
        operationId: 'getBulkAction',
        summary: 'Read the progress of a bulk action, and why items were not changed',
        params: BulkActionParams,
        response: { 200: BulkActionResult },
      },
    },
    async (request) => {
      const { action, ref } = await getOwn(db, request, request.params.id)
      return { ...presentAction(action, installation.mail), reasons: await listReasons(db, ref) }
    },
  )

  portal.post(
    '/manager/bulk_actions/:id/stop',
    {
      config: forManagers(),
      schema: {
        operationId: 'stopBulkAction',
        summary: 'Stop a bulk action; what is done stays done',
        params: BulkActionParams,
        response: { 200: BulkAction },
      },
    },
    async (request) => {
      const { userKey } = await ownerOf(db, request)
      const stopped = await request.work((work) => stopBulkAction(work, userKey, request.params.id))
      return presentAction(stopped, installation.mail)
    },
  )
}

function mountFailures(portal: Http, { db, audit }: BulkDeps): void {
  portal.get(
    '/manager/bulk_actions/:id/failures.csv',
    {
      config: forManagers(),
      schema: {
        operationId: 'downloadBulkActionFailures',
        summary: 'The items that were skipped or refused, and why',
        params: BulkActionParams,
        response: { 200: FileContent('text/csv', 'One line for each item that was not changed.') },
      },
    },
    async (request, reply) => {
      const { action, ref } = await getOwn(db, request, request.params.id)
      const { client } = callerOf(request)
      const withNames = action.kind.startsWith('people.') && covers(personOf(request).admin_permissions, 'users:read')
      const lines = failuresCsv(db, client, ref, { withNames })
      const filename = `bulk-action-${ref.id}.csv`
      const beforeBytes = exportOf(request, audit, { type: 'bulk_action', id: String(ref.id) })
      return sendFile(reply, lines, { filename, contentType: 'text/csv; charset=utf-8', beforeBytes })
    },
  )
}

function presentAction(row: ActionRow, mail_transport: MailTransport): BulkAction {
  const { created_at, started_at, finished_at } = row
  return {
    ...row,
    created_at: inSeconds(created_at),
    started_at: started_at && inSeconds(started_at),
    finished_at: finished_at && inSeconds(finished_at),
    mail_transport,
  }
}

/** The caller. Actions of other managers are not found. */
async function ownerOf(db: Db, request: FastifyRequest) {
  const { client } = callerOf(request)
  const userKey = await findUserKey(db, client, personOf(request).technical_id)
  return { client, userKey: userKey ?? '0' }
}

async function getOwn(db: Db, request: FastifyRequest, id: string) {
  const owner = await ownerOf(db, request)
  const action = await findAction(db, owner, id)
  if (!action) throw notFound('bulk action', id)
  return { action, ref: { client_id: owner.client.id, id } }
}
