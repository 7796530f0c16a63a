import { crc32 } from 'node:zlib'
import type { Client } from '#kernel/work.ts'
import { MAX_DIMENSIONS } from '#modules/datasets/definitions/dimension.ts'
import { keyOfPath } from '#modules/datasets/values/value-path.ts'
import type { Tx } from '#platform/db/db.ts'
import { LockNotAvailable } from '#platform/db/locks/lock-not-available.ts'
import { statement } from '#platform/db/statement.ts'

/**
 * Advisory locks of a data set, held until the transaction ends ([decision 54](docs/decisions/0054-locks-of-a-data-set.md)).
 * One slot stands for the data set itself: writers share it, an import and the deletion of the data set take it alone.
 * The other slots stand for its values. A writer shares the slots of the ancestors of what it writes; a DELETE takes
 * the slot of its value alone, and so has the whole subtree for itself. PostgreSQL grants them first come, first served.
 */
const DATASET_SLOT = -1

/** An operation waits so long for the locks of others that change single values or small trees. */
export const LOCK_TIMEOUT = '2s'

/** Which data set, as the first half of an advisory lock. Two data sets may share a number: they then wait needlessly. */
export function lockSpaceOf(client: Client, datasetId: string): number {
  return crc32(`${client.id}/${datasetId}`) | 0
}

/** The slot of a value: the first byte of its key, so that a bulk of any size takes 256 locks at most. */
function slotOf(pathKey: string): number {
  return Number.parseInt(pathKey.slice(0, 2), 16)
}

/** The ancestors of `path`. One that is too deep for any data set is refused later, and locks nothing. */
function ancestorsOf(path: string): string[] {
  const codes = path.split('.', MAX_DIMENSIONS + 1)
  if (codes.length > MAX_DIMENSIONS) return []
  return codes.slice(1).map((_, index) => codes.slice(0, index + 1).join('.'))
}

/** What a PUT of one value shares: the data set, the ancestors, and the value, which a DELETE takes alone. */
export function slotsOfPut(path: string): number[] {
  return [DATASET_SLOT, ...slotsOf([path, ...ancestorsOf(path)])]
}

function slotsOf(paths: Iterable<string>): number[] {
  return sortedSlots([...paths].map((path) => slotOf(keyOfPath(path))))
}

/** Always in one order, so that no two transactions wait for each other. */
function sortedSlots(slots: number[]): number[] {
  return [...new Set(slots)].sort((one, other) => one - other)
}

const lockSlots = statement<{ is_open: boolean }, { space: number; slots: number[]; alone: number | null }>(`
  WITH entry AS MATERIALIZED (
    SELECT set_config('lock_timeout', '${LOCK_TIMEOUT}', true),
      pg_try_advisory_xact_lock_shared($space::int, ${DATASET_SLOT}) AS is_open
  ), locked AS MATERIALIZED (
    SELECT CASE WHEN slot = $alone THEN pg_advisory_xact_lock($space::int, slot)
      ELSE pg_advisory_xact_lock_shared($space::int, slot) END
    FROM entry, unnest($slots::int[]) AS slot WHERE is_open
  )
  SELECT is_open FROM entry, (SELECT count(*) FROM locked) AS locks`)

/** Before a PUT of one value: locks the value and its ancestors against deletion until the transaction ends. */
export function lockPath(tx: Tx, client: Client, datasetId: string, path: string): Promise<void> {
  return lock(tx, client, { datasetId, slots: slotsOf([path, ...ancestorsOf(path)]), alone: null })
}

/** Before many values are put: locks their ancestors against deletion until the transaction ends. */
export function lockAncestors(tx: Tx, client: Client, datasetId: string, paths: string[]): Promise<void> {
  return lock(tx, client, { datasetId, slots: slotsOf(new Set(paths.flatMap(ancestorsOf))), alone: null })
}

/** Before a value is deleted: locks it and its descendants against other writers until the transaction ends. */
export function lockSubtree(tx: Tx, client: Client, datasetId: string, path: string): Promise<void> {
  const alone = slotOf(keyOfPath(path))
  return lock(tx, client, { datasetId, slots: sortedSlots([alone, ...slotsOf(ancestorsOf(path))]), alone })
}

/** Before the data set itself is changed: until the transaction ends, no import and no deletion of it begins. */
export function lockDatasetShared(tx: Tx, client: Client, datasetId: string): Promise<void> {
  return lock(tx, client, { datasetId, slots: [], alone: null })
}

type SlotLock = { datasetId: string; slots: number[]; alone: number | null }

async function lock(tx: Tx, client: Client, { datasetId, slots, alone }: SlotLock): Promise<void> {
  const [entry] = await lockSlots(tx, { space: lockSpaceOf(client, datasetId), slots, alone })
  if (!entry?.is_open) throw new LockNotAvailable(`The data set ${datasetId} is locked by an import or a deletion.`)
}

const lockWhole = statement<never, { space: number; timeout: string }>(`
  WITH patience AS MATERIALIZED (SELECT set_config('lock_timeout', $timeout, true))
  SELECT pg_advisory_xact_lock($space::int, ${DATASET_SLOT}) FROM patience`)

/**
 * Locks the data set against all other writers until the transaction ends. An import waits for this lock without a
 * limit.
 */
export async function lockWholeDataset(
  tx: Tx,
  client: Client,
  datasetId: string,
  { isImport }: { isImport: boolean },
): Promise<void> {
  await lockWhole(tx, { space: lockSpaceOf(client, datasetId), timeout: isImport ? '0' : LOCK_TIMEOUT })
}
