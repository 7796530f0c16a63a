import { type Static, Type } from 'typebox'
import { eventNames } from '#kernel/events/catalogue.ts'
import {
  Cursor,
  Moment,
  NamedObject,
  Nullable,
  OneOf,
  PerPage,
  Sort,
  Text,
  Timestamp,
} from '#platform/http/validation/schemas.ts'

export const EventParams = Type.Object({ id: Text({ maxLength: 100 }) })

export const Event = NamedObject('Event', {
  id: Type.String({ description: 'The same in the event log and in callbacks.' }),
  type: Type.String(),
  created_at: Timestamp(),
  resource_id: Type.String({ description: 'The id or code of the resource.' }),
  actor: NamedObject('Actor', {
    type: OneOf(['application', 'user', 'employee', 'system']),
    id: Nullable('string'),
    name: Nullable('string'),
  }),
  data: Type.Unsafe<object>({
    type: 'object',
    additionalProperties: true,
    description: 'The resource as its API returned it at that time.',
  }),
})
export type Event = Static<typeof Event>

export const ListEventsQuery = Type.Object({
  type: Type.Optional(OneOf(eventNames, { description: 'A name such as `employee.created`.' })),
  resource_id: Type.Optional(Text({ maxLength: 500 })),
  actor: Type.Optional(Text({ maxLength: 255, description: 'The id of the application, manager or employee.' })),
  created_at_since: Type.Optional(Moment('Only events at or after this time.')),
  created_at_until: Type.Optional(Moment('Only events at or before this time.')),
  sort: Type.Optional(
    Sort(
      ['created_at'],
      'Default: newest first. With `created_at`, for polling the log by its cursors, an event appears only when no earlier one can be added any more.',
    ),
  ),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListEventsQuery = Static<typeof ListEventsQuery>
