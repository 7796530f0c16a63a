import type { SessionPerson } from '#kernel/access/session-person.ts'
import type { Work } from '#kernel/work.ts'
import { findUserKey } from '#modules/directory/index.ts'
import type { Db } from '#platform/db/db.ts'
import { takeLock } from '#platform/db/locks/advisory-lock.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { conflict, notFound } from '#platform/problem.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { Asking, Forecast } from './bulk-kind.ts'
import type { ActionRow } from './queries.ts'
import { countUnfinishedActions, findAction, insertAction } from './queries.ts'
import { RUN_BULK_ACTION } from './run-bulk-action.ts'
import type { BulkActionInput } from './schemas.ts'
import { bulkKind, evaluate, optionsOf, selectionOf } from './select-items.ts'

/** So many actions of a client wait or run at once. */
export const MAX_UNFINISHED = 10

/** Has a job do something to many. What was asked for wrongly is refused here; what each item is refused for, there. */
export async function createBulkAction(work: Work, person: SessionPerson, input: BulkActionInput): Promise<ActionRow> {
  const { tx, client, now } = work
  const kind = bulkKind(input.kind)
  kind.refuseUnlessMay(person)
  const selection = selectionOf(input)
  const options = optionsOf(input)
  await kind.forecast(tx, { client, person, now }, [], options)
  const userKey = await findUserKey(tx, client, person.technical_id)
  if (userKey === undefined) throw notFound('user', person.technical_id)
  await takeLock(tx, `bulk actions ${client.id}`)
  if ((await countUnfinishedActions(tx, client)) >= MAX_UNFINISHED) {
    throw conflict('too_many_bulk_actions', `${MAX_UNFINISHED} bulk actions are not finished yet. Try again later.`)
  }
  const ref = { client_id: client.id, id: uuidv7(now) }
  await insertAction(tx, { ...ref, user_key: userKey, kind: input.kind, options, ...selection, created_at: now })
  enqueue(work, RUN_BULK_ACTION, ref)
  const created = await findAction(tx, { client, userKey }, ref.id)
  if (!created) throw new Error('The bulk action that was just stored does not exist.')
  return created
}

/** What an action would do if it began now. */
export async function forecastBulkAction(
  db: Db,
  asking: Asking,
  input: BulkActionInput,
): Promise<Forecast & { total: number; not_found: number }> {
  const kind = bulkKind(input.kind)
  kind.refuseUnlessMay(asking.person)
  const items = await evaluate(db, asking, input.kind, selectionOf(input))
  const forecast = await kind.forecast(db, asking, items, optionsOf(input))
  const known = forecast.skipped.reduce((sum, one) => sum + one.count, forecast.changed)
  return { ...forecast, total: items.length, not_found: items.length - known }
}
