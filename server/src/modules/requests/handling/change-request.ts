import { isDeepStrictEqual } from 'node:util'
import type { Work } from '#kernel/work.ts'
import { recordHistory } from '#modules/requests/conversation/history.ts'
import { emitRequestEvent } from '#modules/requests/emit-request-event.ts'
import { requestUpdated } from '#modules/requests/events.ts'
import { noteCount } from '#modules/requests/listing/count-requests.ts'
import { mailAboutChange } from '#modules/requests/mail/notify.ts'
import { presentRequest } from '#modules/requests/present.ts'
import { lockRequest, type RequestRow, updateRequest } from '#modules/requests/queries.ts'
import { type ActorKind, findRequestActor, type RequestActor, unknownActor } from '#modules/requests/request-actor.ts'
import type { ChangedRequest, Request, Status } from '#modules/requests/schemas.ts'
import type { RequestDeps } from '#modules/requests/submission/create-request.ts'
import { listAssigned } from '#modules/requests/submission/queries.ts'
import { type FieldError, invalidFields, notFound } from '#platform/problem.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { whenOf } from '#platform/time/moment.ts'

/** Decisions, 9.3. To stay as it is is not a move. */
export const MOVES: Record<Status, readonly Status[]> = {
  created: ['open', 'pending', 'closed'],
  open: ['pending', 'closed'],
  pending: ['open', 'closed'],
  closed: ['open'],
}

type RequestChange = { id: string; input: ChangedRequest; scope?: ActorKind | undefined }

/** Changes the given fields and keeps the rest. A call that changes nothing emits no event. */
export async function changeRequest(
  work: Work,
  { keyring, publicUrl }: RequestDeps,
  { id, input, scope }: RequestChange,
): Promise<Request> {
  const { tx, client } = work
  const before = await lockRequest(tx, client, id)
  if (!before) throw notFound('request', id)
  const actor = await findRequestActor(tx, client, { technicalId: input.actor_technical_id, request: before, scope })
  const managers = input.managers_assigned && [...new Set(input.managers_assigned)]
  const assigned = managers && (await listAssigned(tx, client, { managers, roles: [] }, undefined))
  const errors = [
    ...(actor ? [] : [unknownActor('actor_technical_id', input.actor_technical_id)]),
    ...checkMove(before, input),
    ...checkManagers(input.managers_assigned ?? [], new Set(assigned?.map((one) => one.person.technical_id))),
    ...checkVisibility(before, input, scope),
  ]
  if (errors.length > 0 || !actor) throw invalidFields(errors)

  const after = changed(work, before, input, actor)
  if (assigned) {
    after.manager_keys = assigned.map((one) => one.key)
    after.managers_assigned = assigned.map((one) => one.person)
  }
  if (isUnseen(after) && !isUnseen(before)) throw invalidFields([UNSEEN])
  const changes = differences(before, after)
  if (changes.length === 0) return presentRequest(before, publicUrl)
  after.updated_at = work.now
  await store(work, before, after)
  await recordHistory(work, id, { action: 'updated', changes, actor })
  const request = presentRequest(after, publicUrl)
  const occasion = await emitRequestEvent(work, keyring, after, { event: requestUpdated, data: request })
  mailAboutChange(work, { before, after, actor, occasion })
  return request
}

function checkMove({ status }: RequestRow, { status: wanted }: ChangedRequest): FieldError[] {
  if (wanted === undefined || wanted === status || MOVES[status].includes(wanted)) return []
  const message = `A request cannot change from ${status} to ${wanted} (allowed: ${MOVES[status].join(', ')}).`
  return [{ field: 'status', code: 'invalid_move', message }]
}

function checkManagers(wanted: string[], known: ReadonlySet<string>): FieldError[] {
  const unknown = [...new Set(wanted)].filter((one) => !known.has(one))
  if (unknown.length === 0) return []
  const message = `Manager ${unknown.join(', ')} not found.`
  return [{ field: 'managers_assigned', code: 'unknown_manager', message }]
}

/** Managers cannot hide an employee's own request in the portal; through the API, the company decides. */
function checkVisibility(before: RequestRow, input: ChangedRequest, scope: ActorKind | undefined): FieldError[] {
  const { visible_to_employee: wanted } = input
  const message =
    wanted === true && before.employee_key === null
      ? 'A request without an employee cannot be visible to one.'
      : wanted === false && before.creator_employee_key !== null && scope !== undefined
        ? 'Employees always see the requests that they created.'
        : undefined
  return message === undefined ? [] : [{ field: 'visible_to_employee', code: 'contradiction', message }]
}

/**
 * Spec 386: what the employee does not see is for its assigned managers, and for the manager who created it while nobody is
 * assigned. A request that an employee created needs an assigned manager to be hidden.
 */
function isUnseen({ visible_by_employee, creator_user_key, managers_assigned }: RequestRow): boolean {
  return !visible_by_employee && creator_user_key === null && managers_assigned.length === 0
}
const UNSEEN: FieldError = {
  field: 'managers_assigned',
  code: 'required',
  message: 'A request that the employee created and does not see must be assigned to a manager.',
}

function changed({ now }: Work, before: RequestRow, input: ChangedRequest, actor: RequestActor): RequestRow {
  const { status = before.status, custom_state = before.custom_state, priority = before.priority } = input
  const due = input.processing_date_due
  const closing =
    status === before.status
      ? {}
      : {
          closed_at: status === 'closed' ? now : null,
          closed_by_user_key: status === 'closed' ? actor.user_key : null,
          closed_by: status === 'closed' && actor.user_key !== null ? actor.person : null,
          processing_start_date: before.processing_start_date ?? now,
        }
  return {
    ...before,
    status,
    custom_state,
    priority,
    ...closing,
    processing_date_due: due === undefined ? before.processing_date_due : due === null ? null : whenOf(due),
    visible_by_employee: input.visible_to_employee ?? before.visible_by_employee,
  }
}

/** What the history says of a change, in the words of the API. */
const SHOWN: Record<string, (row: RequestRow) => unknown> = {
  status: (row) => row.status,
  custom_state: (row) => row.custom_state,
  priority: (row) => row.priority,
  managers_assigned: (row) => row.managers_assigned.map((one) => one.technical_id),
  processing_date_due: (row) => row.processing_date_due && inSeconds(row.processing_date_due),
  visible_by_employee: (row) => row.visible_by_employee,
}

function differences(before: RequestRow, after: RequestRow) {
  return Object.entries(SHOWN).flatMap(([field, shown]) => {
    const from = shown(before)
    const to = shown(after)
    return isDeepStrictEqual(from, to) ? [] : [{ field, from, to }]
  })
}

async function store({ tx, client }: Work, before: RequestRow, after: RequestRow): Promise<void> {
  const { status, custom_state, priority, manager_keys, processing_date_due, processing_start_date } = after
  const { closed_by_user_key, closed_at, visible_by_employee, updated_at } = after
  await updateRequest(tx, client, after.id, {
    status,
    custom_state,
    priority,
    manager_keys,
    processing_date_due,
    processing_start_date,
    closed_by_user_key,
    closed_at,
    visible_by_employee,
    updated_at,
  })
  if (before.status === status) return
  await Promise.all([noteCount(tx, client, -1, before), noteCount(tx, client, 1, after)])
}
