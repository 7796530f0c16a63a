import { Type } from 'typebox'
import { forAdministrators } from '#kernel/access/session-person.ts'
import { eventNames } from '#kernel/events/catalogue.ts'
import { eventReaderOf, readableTypes } from '#modules/auth/index.ts'
import type { Routes } from '#platform/http/routes.ts'

/** What a manager can subscribe to: events of what they may read. */
export const eventTypeRoutes: Routes = (admin) => {
  admin.get(
    '/event_types',
    {
      config: forAdministrators('webhooks:read'),
      schema: {
        operationId: 'listEventTypes',
        summary: 'List the names of the events that the caller can read',
        response: { 200: Type.Array(Type.String()) },
      },
    },
    async (request) => readableTypes(eventReaderOf(request)) ?? [...eventNames],
  )
}
