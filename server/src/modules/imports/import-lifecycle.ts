import { emit } from '#kernel/events/define-event.ts'
import type { JobDefinition } from '#kernel/jobs.ts'
import type { Work } from '#kernel/work.ts'
import { recordImport } from '#modules/datasets/index.ts'
import { takeLock } from '#platform/db/locks/advisory-lock.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { uuidv7 } from '#platform/uuid.ts'
import {
  datasetImportCompleted,
  datasetImportCreated,
  datasetImportStarted,
  importCompleted,
  importCreated,
  importStarted,
} from './events.ts'
import { presentDatasetImport, presentImport } from './present.ts'
import {
  findFirstInQueue,
  findImport,
  findNewest,
  type ImportEnd,
  type ImportRow,
  insertImport,
  markFinished,
  markStarted,
  type NewImport,
} from './queries.ts'

/** Which import a job is about. */
export type ImportRef = { client_id: string; import_id: string }
export type RunImport = JobDefinition<ImportRef>

/**
 * Puts an import in line behind those that it must not overtake, and starts it when there are none: at once, or later when
 * the caller means to run it before.
 */
export async function enqueueImport(
  work: Work,
  job: RunImport,
  one: Omit<NewImport, 'id'>,
  { startAt = null }: { startAt?: Date | null } = {},
): Promise<ImportRow> {
  await lockQueue(work, one.kind, one.dataset_id ?? null)
  const id = uuidv7(work.now, work.nextPosition)
  const row = await insertImport(work.tx, work.client, { actor: work.actor, values: { ...one, id }, now: work.now })
  emitImportEvent(work, row, 'created')
  await recordInDataset(work, row, { mayWait: false })
  await startFirstInQueue(work, job, row, startAt)
  return row
}

/** Marks an import as begun. Nothing comes back when it has ended, or when it is not its turn. */
export async function beginImport(work: Work, importId: string): Promise<ImportRow | undefined> {
  const before = await findImport(work.tx, work.client, importId)
  if (!before || (await findFirstInQueue(work.tx, work.client, before)) !== importId) return undefined
  const row = await markStarted(work.tx, work.client, importId, work.now)
  if (row?.runs === 1) {
    emitImportEvent(work, row, 'started')
    await recordInDataset(work, row, { mayWait: false })
  }
  return row
}

/** Ends an import, and starts the one that stands behind it. */
export async function endImport(work: Work, job: RunImport, row: ImportRow, end: ImportEnd): Promise<void> {
  await lockQueue(work, row.kind, row.dataset_id)
  work.renewNow() // an import may have taken long
  const ended = await markFinished(work.tx, work.client, { id: row.id, end, now: work.now })
  await recordInDataset(work, ended, { mayWait: true })
  emitImportEvent(work, ended, 'completed')
  await startFirstInQueue(work, job, ended)
}

/** Only the first in line has a job; the one that ends starts the next. */
async function startFirstInQueue(
  work: Work,
  job: RunImport,
  row: ImportRow,
  startAt: Date | null = null,
): Promise<void> {
  const first = await findFirstInQueue(work.tx, work.client, row)
  const isNext = first !== undefined && (row.status === 'finished' || first === row.id)
  if (isNext) enqueue(work, job, { client_id: work.client.id, import_id: first }, startAt)
}

/** Locks the queue of a data set, so that no import is skipped when two join or leave it at once. */
function lockQueue({ tx, client }: Work, kind: string, datasetId: string | null): Promise<void> {
  return takeLock(tx, `imports of client ${client.id}: ${kind} ${datasetId ?? ''}`)
}

async function recordInDataset(work: Work, row: ImportRow, { mayWait }: { mayWait: boolean }): Promise<void> {
  if (row.dataset_id === null) return
  const newest = await findNewest(work.tx, work.client, row)
  if (newest) await recordImport(work, row.dataset_id, newest, { mayWait })
}

const EVENTS = {
  created: [datasetImportCreated, importCreated],
  started: [datasetImportStarted, importStarted],
  completed: [datasetImportCompleted, importCompleted],
} as const

function emitImportEvent(work: Work, row: ImportRow, what: keyof typeof EVENTS): void {
  const [ofDataset, ofOthers] = EVENTS[what]
  if (row.kind === 'dataset') emit(work, ofDataset, presentDatasetImport(row))
  else emit(work, ofOthers, presentImport(row))
}
