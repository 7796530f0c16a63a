import { Readable } from 'node:stream'
import type { JobContext } from '#kernel/jobs.ts'
import { systemActor } from '#kernel/work.ts'
import { lockProcess, putFile } from '#modules/signatures/processes/queries.ts'
import { storeFile } from '#modules/uploads/index.ts'
import { lockBlob } from '#platform/blobs/lock-blob.ts'
import type { LongTermSeals } from '#platform/seal/long-term/long-term-seals.ts'
import { type DueSeal, listDueSeals, postponeRenewal } from './queries.ts'

const BATCH = 100
const DAY_MS = 24 * 60 * 60 * 1000
const FIRST = { client_id: '', process_id: '00000000-0000-0000-0000-000000000000' }

/**
 * Gives sealed documents new validation data and a new document timestamp before the last one ages, and those that did
 * not get any because an authority did not answer. What was renewed is no longer due: a run that is stopped is continued
 * by the next one. A document that fails is tried again the next day and does not hold up the others.
 */
export async function renewSeals(context: JobContext): Promise<void> {
  const { db, clock, longTermSeals, signal } = context
  if (!longTermSeals) return
  const failures: unknown[] = []
  for (let last: { client_id: string; process_id: string } = FIRST; ; ) {
    const { client_id, process_id } = last
    const due = await listDueSeals(db, { now: clock.now(), client_id, process_id, limit: BATCH })
    for (const seal of due) {
      signal.throwIfAborted()
      await renewSeal(context, longTermSeals, seal).catch(async (error) => {
        failures.push(error)
        await postpone(context, seal, new Date(clock.now().getTime() + DAY_MS))
      })
      last = seal
    }
    if (due.length < BATCH) break
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} sealed documents were not renewed.`)
}

async function renewSeal(context: JobContext, longTermSeals: LongTermSeals, seal: DueSeal): Promise<void> {
  const { blobs, doWork } = context
  const before = await blobs.read(seal.sha256)
  if (!before) throw new Error(`The bytes of a file are missing: ${seal.sha256}`)
  const extension = await longTermSeals.extend(before)
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

async function postpone({ doWork }: JobContext, seal: DueSeal, renew_at: Date | null): Promise<void> {
  const { client_id, process_id, sha256 } = seal
  await doWork(callerOf(seal), ({ tx }) => postponeRenewal(tx, { client_id, process_id, sha256, renew_at }))
}

function callerOf({ client_id, languages }: DueSeal) {
  return { client: { id: client_id, languages }, actor: systemActor }
}
