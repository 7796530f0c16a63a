import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from '#kernel/work.ts'
import { DimensionsChanged } from '#modules/datasets/index.ts'
import { importDataset } from '#modules/imports/jobs.ts'
import { presentDatasetImport } from '#modules/imports/present.ts'
import { findFirstInQueue, findImport, type ImportRow } from '#modules/imports/queries.ts'
import { ImportAlreadyRunning, type ImportContext } from '#modules/imports/running-import.ts'
import type { DatasetImport, DatasetImportSettings } from '#modules/imports/schemas.ts'
import type { StoredFile } from '#modules/uploads/index.ts'
import { runDatasetImport } from './run-dataset-import.ts'
import { enqueueDatasetImport } from './submit-dataset-import.ts'

/** A worker takes over if the process that began an import has not ended it by then. */
const TAKEOVER_AFTER_MS = 30_000
const POLL_MS = 200

type FileToImport = { file: StoredFile; settings: DatasetImportSettings }

/** Imports a stored file in this process, after those that stand in line before it, and answers how it ended. */
export async function importFileIntoDataset(
  caller: Caller,
  context: ImportContext,
  { file, settings }: FileToImport,
  onProgress: (progress: number) => void,
): Promise<DatasetImport> {
  const { id } = await context.doWork(caller, (work) => {
    const startAt = new Date(work.now.getTime() + TAKEOVER_AFTER_MS)
    return enqueueDatasetImport(work, context.blobs, { file, settings, origin: 'cli', start: { startAt } })
  })
  const watching = new AbortController()
  const watched = watch(caller, context, { id, onProgress, signal: watching.signal })
  try {
    for (;;) {
      const row = await getRow(caller, context, id)
      if (row.status === 'finished') return presentDatasetImport(row)
      await runFirst(caller, context, row)
    }
  } finally {
    watching.abort()
    await watched
  }
}

/** Runs whatever is in line first; if that runs elsewhere already, or must be read again, waits a little. */
async function runFirst({ client }: Caller, context: ImportContext, row: ImportRow): Promise<void> {
  const first = await findFirstInQueue(context.db, client, row)
  try {
    if (first) await runDatasetImport({ client_id: client.id, import_id: first }, context, importDataset)
  } catch (error) {
    const isAgain = error instanceof ImportAlreadyRunning || error instanceof DimensionsChanged
    // One that stands before and breaks off again and again is given up in the end.
    if (!isAgain && first === row.id) throw error
    await sleep(POLL_MS)
  }
}

type WatchedImport = { id: string; onProgress: (progress: number) => void; signal: AbortSignal }

async function watch(caller: Caller, context: ImportContext, { id, onProgress, signal }: WatchedImport): Promise<void> {
  while (!signal.aborted) {
    await sleep(POLL_MS, undefined, { signal }).catch(() => {})
    const row = await getRow(caller, context, id).catch(() => undefined)
    if (row) onProgress(row.progress)
  }
}

async function getRow({ client }: Caller, { db }: ImportContext, id: string): Promise<ImportRow> {
  const row = await findImport(db, client, id)
  if (!row) throw new Error(`The import ${id} no longer exists.`)
  return row
}
