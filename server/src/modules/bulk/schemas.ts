import { type Static, Type } from 'typebox'
import { PeopleFilter } from '#modules/directory/index.ts'
import { ManagerRequestsFilter } from '#modules/requests/index.ts'
import {
  Cursor,
  NamedObject,
  Nullable,
  NullableTimestamp,
  OneOf,
  PerPage,
  Text,
  Timestamp,
} from '#platform/http/validation/schemas.ts'

export const PEOPLE_KINDS = ['people.invite', 'people.switch_off', 'people.switch_on'] as const
export const REQUEST_KINDS = ['requests.assign', 'requests.close', 'requests.reopen'] as const
export const KINDS = [...PEOPLE_KINDS, ...REQUEST_KINDS] as const
export type Kind = (typeof KINDS)[number]

export const MAX_IDS = 5000

const selection = {
  kind: OneOf(KINDS),
  ids: Type.Optional(
    Type.Array(Text({ minLength: 1, maxLength: 60 }), {
      minItems: 1,
      maxItems: MAX_IDS,
      uniqueItems: true,
      description: 'The people or requests that were chosen one by one.',
    }),
  ),
  people: Type.Optional(PeopleFilter),
  requests: Type.Optional(ManagerRequestsFilter),
}

/** What is to be done to what. Either `ids`, or the filter of the list: all that match when the work begins. */
export const BulkActionInput = NamedObject('BulkActionInput', {
  ...selection,
  invite_again: Type.Optional(
    Type.Boolean({ description: 'Whether people who were already invited are invited again. Defaults to false.' }),
  ),
  managers_assigned: Type.Optional(
    Type.Array(Text({ minLength: 1, maxLength: 50 }), {
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      description: 'Who gets the requests that are assigned.',
    }),
  ),
})
export type BulkActionInput = Static<typeof BulkActionInput>

const Transport = OneOf(['smtp', 'folder'], {
  description: '`folder` without a mail server: mails are written to the mail folder and not sent.',
})
const Counted = NamedObject('BulkReason', { code: Type.String(), count: Type.Integer() })

export const BulkPreview = NamedObject('BulkPreview', {
  total: Type.Integer({ description: 'How many were chosen, or match.' }),
  changed: Type.Integer({ description: 'How many of them will be changed.' }),
  mails: Type.Integer({ description: 'How many mails that makes, as far as it can be known.' }),
  skipped: Type.Array(Counted, { description: 'How many need no change, and why.' }),
  not_found: Type.Integer({ description: 'How many are gone, or out of reach.' }),
  mail_transport: Transport,
})
export type BulkPreview = Static<typeof BulkPreview>

export const STATES = ['waiting', 'running', 'finished', 'stopped'] as const

export const BulkAction = NamedObject('BulkAction', {
  id: Type.String(),
  kind: OneOf(KINDS),
  state: OneOf(STATES),
  stop_code: Nullable('string', { description: 'Why it ended before all was done, such as `on_request`.' }),
  total: Nullable('integer', { description: 'Null until it begins.' }),
  done: Type.Integer(),
  skipped: Type.Integer(),
  failed: Type.Integer(),
  created_at: Timestamp(),
  started_at: NullableTimestamp(),
  finished_at: NullableTimestamp(),
  mail_transport: Transport,
})
export type BulkAction = Static<typeof BulkAction>

export const BulkActionResult = NamedObject('BulkActionResult', {
  ...BulkAction.properties,
  reasons: Type.Array(
    NamedObject('BulkOutcome', {
      outcome: OneOf(['skipped', 'failed']),
      code: Type.String(),
      message: Type.String(),
      count: Type.Integer(),
    }),
    { description: 'Why items were not changed, the most frequent first.' },
  ),
})
export type BulkActionResult = Static<typeof BulkActionResult>

export const ListBulkActionsQuery = Type.Object({
  finished: Type.Optional(Type.Boolean({ description: 'Only those that have ended, or only those that have not.' })),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListBulkActionsQuery = Static<typeof ListBulkActionsQuery>

export const BulkActionParams = Type.Object({ id: Type.String({ format: 'uuid', maxLength: 36 }) })
