import { Type } from 'typebox'
import { eventNames } from '#platform/events/catalogue.ts'
import type { Routes } from '#platform/http/routes.ts'
import { forAdministrators } from '#platform/http/session-person.ts'

/** What there is to subscribe to. */
export const eventTypeRoutes: Routes = (admin) => {
  admin.get(
    '/event_types',
    {
      config: forAdministrators('webhooks:read'),
      schema: {
        operationId: 'listEventTypes',
        summary: 'List the names of all events',
        response: { 200: Type.Array(Type.String()) },
      },
    },
    async () => [...eventNames],
  )
}
