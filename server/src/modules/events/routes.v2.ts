import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { accessTo } from '#kernel/resources/resource-routes.ts'
import { eventReaderOf, mayReadEvents } from '#modules/auth/index.ts'
import type { Db } from '#platform/db/db.ts'
import { answerPage, listScope } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Routes } from '#platform/http/routes.ts'
import { notFound } from '#platform/problem.ts'
import { isUuid } from '#platform/uuid.ts'
import { listEvents, presentEvent } from './list-events.ts'
import { findEvent } from './queries.ts'
import { Event, EventParams, ListEventsQuery } from './schemas.ts'

const { read } = accessTo('events')

/** The log of all events, for those who cannot receive callbacks. */
export function eventRoutes({ db, cursors }: { db: Db; cursors: Cursors }): Routes {
  return (v2) => {
    v2.get(
      '/events',
      {
        config: read,
        schema: {
          operationId: 'listEvents',
          summary: 'List the events that the caller may read',
          querystring: ListEventsQuery,
          response: { 200: Type.Array(Event) },
        },
      },
      async (request, reply) => {
        const { client } = callerOf(request)
        const { type, resource_id, actor, created_at_since, created_at_until, sort = '-created_at' } = request.query
        const shape = [type, resource_id, actor, created_at_since, created_at_until, sort]
        const scope = listScope(client, 'events', shape)
        return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
          listEvents(db, client, { reader: eventReaderOf(request), query: request.query }, page),
        )
      },
    )

    v2.get(
      '/events/:id',
      {
        config: read,
        schema: {
          operationId: 'getEvent',
          summary: 'Read an event',
          params: EventParams,
          response: { 200: Event },
        },
      },
      async (request) => {
        const { id } = request.params
        const reader = eventReaderOf(request)
        const row = isUuid(id) ? await findEvent(db, callerOf(request).client, reader, id) : undefined
        if (!row || !mayReadEvents(reader, row.type)) throw notFound('event', id)
        return presentEvent(row)
      },
    )
  }
}
