import { Readable } from 'node:stream'
import type { JobContext } from '#kernel/jobs.ts'
import { systemActor } from '#kernel/work.ts'
import { lockProcess, putFile } from '#modules/signatures/processes/queries.ts'
import { storeFile } from '#modules/uploads/index.ts'
import { lockBlob } from '#platform/blobs/lock-blob.ts'
import {
  type Extension,
  type LongTermSeals,
  RETRY_AFTER_MS,
  TIMESTAMP_AUTHORITY,
} from '#platform/seal/long-term/long-term-seals.ts'
import { type DueSeal, listDueSeals, postponeRenewal } from './queries.ts'

const BATCH = 100
/** An authority that is down takes up to a minute for each document. */
const MAX_UNANSWERED = 5
const FIRST = { client_id: '', process_id: '00000000-0000-0000-0000-000000000000' }
const LAST_PROCESS = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Behind which document a run goes on; documents are ordered by client. */
type Position = Pick<DueSeal, 'client_id' | 'process_id'>
type Run = {
  context: JobContext
  longTermSeals: LongTermSeals
  failures: unknown[]
  unanswered: Unanswered
}
/** How often in a row the same authority gave no answer that can be used. */
type Unanswered = { authority: string; count: number }
const NONE: Unanswered = { authority: '', count: 0 }

/**
 * Gives sealed documents new validation data and a new document timestamp before the last one ages, and those that did
 * not get any because an authority did not answer. What was renewed is no longer due: a run that is stopped is continued
 * by the next one. A document that fails is tried again the next day and does not hold up the others. While an authority
 * gives no answers, a run tries few documents, and the others wait for the next one.
 */
export async function renewSeals(context: JobContext): Promise<void> {
  const { db, clock, longTermSeals } = context
  if (!longTermSeals) return
  const run: Run = { context, longTermSeals, failures: [], unanswered: NONE }
  for (let position: Position | undefined = FIRST; position; ) {
    const { client_id, process_id }: Position = position
    const due = await listDueSeals(db, { now: clock.now(), client_id, process_id, limit: BATCH })
    position = await renewBatch(run, due)
  }
  const { failures } = run
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} sealed documents were not renewed.`)
}

/** Answers where to go on, if there may be more to renew. */
async function renewBatch(run: Run, due: DueSeal[]): Promise<Position | undefined> {
  const { context, failures } = run
  for (const seal of due) {
    context.signal.throwIfAborted()
    await renewSeal(run, seal).catch(async (error) => {
      failures.push(error)
      run.unanswered = NONE
      await postpone(context, seal, new Date(context.clock.now().getTime() + RETRY_AFTER_MS))
    })
    if (run.unanswered.count < MAX_UNANSWERED) continue
    // All clients share the timestamp authority, but most have a certificate of another issuer.
    if (run.unanswered.authority === TIMESTAMP_AUTHORITY) return undefined
    return { client_id: seal.client_id, process_id: LAST_PROCESS }
  }
  return due.at(-1)
}

async function renewSeal(run: Run, seal: DueSeal): Promise<void> {
  const { context, longTermSeals } = run
  const { blobs, doWork } = context
  const before = await blobs.read(seal.sha256)
  if (!before) throw new Error(`The bytes of a file are missing: ${seal.sha256}`)
  const extension = await longTermSeals.extend(before)
  run.unanswered = countUnanswered(run.unanswered, extension)
  if (extension.outcome !== 'extended') return postpone(context, seal, extension.renewAt)
  const { sizeBytes, sha256 } = await storeFile(blobs, seal.filename, Readable.from([extension.bytes]))
  await doWork(callerOf(seal), async ({ tx, client }) => {
    const process = await lockProcess(tx, client, seal.process_id)
    // If two workers renew at once, the first commit wins and the other's bytes become an orphan.
    if (process?.sealed?.sha256 !== seal.sha256) return
    await lockBlob(tx, blobs, sha256)
    const { filename, page_count } = process.sealed
    const renew_at = extension.renewAt
    const file = { version: 'sealed' as const, filename, size: sizeBytes, sha256, page_count, renew_at }
    await putFile(tx, { client_id: client.id, id: seal.process_id, ...file })
  })
}

function countUnanswered({ authority, count }: Unanswered, extension: Extension): Unanswered {
  if (extension.outcome !== 'postponed') return NONE
  return { authority: extension.authority, count: extension.authority === authority ? count + 1 : 1 }
}

async function postpone({ doWork }: JobContext, seal: DueSeal, renew_at: Date | null): Promise<void> {
  const { client_id, process_id, sha256 } = seal
  await doWork(callerOf(seal), ({ tx }) => postponeRenewal(tx, { client_id, process_id, sha256, renew_at }))
}

function callerOf({ client_id, languages }: DueSeal) {
  return { client: { id: client_id, languages }, actor: systemActor }
}
