import { setTimeout as sleep } from 'node:timers/promises'
import type { JobContext } from '#kernel/jobs.ts'
import { systemActor } from '#kernel/work.ts'
import { getActingManager } from '#modules/auth/index.ts'
import { enqueue, jobName } from '#platform/jobs/define-job.ts'
import { Problem } from '#platform/problem.ts'
import {
  type ActionRef,
  beginAction,
  countItem,
  findPendingAction,
  type ItemException,
  insertException,
  lockAt,
  lockSelection,
  nextBatch,
  type PendingAction,
  stopAction,
} from './queries.ts'
import { bulkKind, evaluate } from './select-items.ts'

export const RUN_BULK_ACTION = jobName<ActionRef>('bulk.run')

/** So many items are done before other actions have their turn. */
const BATCH_ITEMS = 200
/** How often an item is tried that fails for a reason which is not its own. */
const MAX_TRIES = 3
const RETRY_MS = 500

/**
 * Does the next items of an action, and leaves the rest to another job. Each item is one transaction with its count, so
 * that a worker that dies leaves no item half done, and two workers do none twice.
 */
export async function runBulkAction(context: JobContext, ref: ActionRef): Promise<void> {
  const { db, doWork, signal } = context
  const action = await findPendingAction(db, ref)
  if (!action) return
  if (action.state === 'waiting') await begin(context, action)
  const batch = await nextBatch(db, ref, BATCH_ITEMS)
  if (!batch) return
  const errors: unknown[] = []
  for (const [index, item] of batch.items.entries()) {
    signal.throwIfAborted()
    const isOurs = await runItem(context, action, { position: batch.position + index, item }, errors)
    if (!isOurs) return
  }
  if (!batch.isLast) await doWork(systemCaller(ref), async (work) => enqueue(work, RUN_BULK_ACTION, ref))
  // The items are done with: this is for the log.
  if (errors.length > 0) throw errors[0]
}

const systemCaller = ({ client_id }: ActionRef) => ({ client: { id: client_id, languages: [] }, actor: systemActor })

/** Finds out what the selection holds. An action that its owner may no longer do ends here. */
async function begin({ db, doWork, clock }: JobContext, action: PendingAction): Promise<void> {
  try {
    const { caller, person } = await getActingManager(db, action.client_id, action.user_key)
    bulkKind(action.kind).refuseUnlessMay(person)
    await doWork(caller, async ({ tx, client, now }) => {
      const selection = await lockSelection(tx, action)
      if (!selection) return
      const asking = { client, person, now: clock.now() }
      await beginAction(tx, action, await evaluate(tx, asking, action.kind, selection), now)
    })
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    await doWork(systemCaller(action), async ({ tx, now }) => void (await stopAction(tx, action, refusal.code, now)))
  }
}

type Item = { position: number; item: string }

/** Does one item, or writes down why not; false when it is not this worker's to do. */
async function runItem(context: JobContext, action: PendingAction, at: Item, errors: unknown[]): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await applyTo(context, action, at)
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal) return recordFailure(context, action, { ...at, ...refusal, outcome: 'failed' })
      if (tries < MAX_TRIES) {
        await sleep(RETRY_MS * tries, undefined, { signal: context.signal })
        continue
      }
      errors.push(error)
      const failure = { code: 'internal_error', message: 'Internal server error.' }
      return recordFailure(context, action, { ...at, ...failure, outcome: 'failed' })
    }
  }
}

/** With the rights that the person has now, as a call of theirs would. */
async function applyTo(context: JobContext, action: PendingAction, { position, item }: Item): Promise<boolean> {
  const { caller, person } = await getActingManager(context.db, action.client_id, action.user_key)
  const kind = bulkKind(action.kind)
  kind.refuseUnlessMay(person)
  return context.doWork(caller, async (work) => {
    if (!(await lockAt(work.tx, action, position))) return false
    const skipped = await kind.apply(work, context, { person, id: item, options: action.options })
    if (skipped !== undefined) {
      await insertException(work.tx, action, { position, item, outcome: 'skipped', code: skipped, message: '' })
    }
    await countItem(work.tx, action, skipped === undefined ? 'done' : 'skipped', work.now)
    return true
  })
}

function recordFailure({ doWork }: JobContext, action: PendingAction, failure: ItemException): Promise<boolean> {
  return doWork(systemCaller(action), async ({ tx, now }) => {
    if (!(await lockAt(tx, action, failure.position))) return false
    await insertException(tx, action, failure)
    await countItem(tx, action, 'failed', now)
    return true
  })
}

/** Why the caller of a single change would be refused; undefined for what may go better next time. */
function refusalOf(error: unknown): { code: string; message: string } | undefined {
  if (!(error instanceof Problem) || error.kind === 'unavailable') return undefined
  const { code, message } = error.fields[0] ?? error
  return { code, message }
}
