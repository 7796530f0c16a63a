import { presentEntry } from '#modules/audit/reading/present.ts'
import type { Db } from '#platform/db/db.ts'
import { inMilliseconds } from '#platform/time/dates.ts'
import { type CheckedCheckpoint, findEnd, listAllCheckpoints, listNextEntries } from './queries.ts'
import { Broken, ChainCheck, checkSealOver, GENESIS } from './verify.mjs'

/** How many entries are read at once. */
const BATCH_SIZE = 5000

export type ChainVerified = { client: string; entries: number; checkpoints: number }

/** Checks the trail of a client in the database: sequence, links, hashes, salts, and seals. Throws what does not hold. */
export async function verifyChain(db: Db, client: string): Promise<ChainVerified> {
  const end = await findEnd(db, client)
  const checkpoints = await listAllCheckpoints(db, { client_id: client })
  const sealed = new Map<number, CheckedCheckpoint[]>()
  for (const one of checkpoints) {
    const sequence = Number(one.sequence)
    sealed.set(sequence, [...(sealed.get(sequence) ?? []), one])
  }
  const check = new ChainCheck(client, { isWhole: true })
  checkSeals(client, sealed.get(0), { sequence: 0, hash: GENESIS })
  for (;;) {
    const rows = await listNextEntries(db, {
      client_id: client,
      after: check.sequence,
      until: end.last,
      limit: BATCH_SIZE,
    })
    for (const row of rows) {
      check.add(presentEntry(row))
      checkSeals(client, sealed.get(check.sequence), check)
    }
    if (rows.length < BATCH_SIZE) break
  }
  check.reaches({ sequence: end.sequence, hash: end.hash })
  const beyond = checkpoints.find((one) => Number(one.sequence) > check.sequence)
  if (beyond)
    throw new Broken(`missing: the checkpoint of ${inMilliseconds(beyond.at)} goes further`, check.sequence + 1)
  return { client, entries: check.count, checkpoints: checkpoints.length }
}

/** What was sealed at a place of the chain is what stands there. */
function checkSeals(
  client: string,
  checkpoints: readonly CheckedCheckpoint[] = [],
  { sequence, hash }: { sequence: number; hash: string },
): void {
  for (const { at, seal, ...checkpoint } of checkpoints) {
    if (checkpoint.hash.toString('hex') !== hash) throw new Broken('not what its checkpoint was made of', sequence)
    try {
      checkSealOver(seal, { at: inMilliseconds(at), client, hash, sequence })
    } catch (error) {
      throw new Broken(`checkpoint of ${inMilliseconds(at)}: ${(error as Error).message}`, sequence)
    }
  }
}
