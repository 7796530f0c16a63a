import { emitLoaded } from '#modules/datasets/index.ts'
import { endImport, type ImportRef, type RunImport } from '#modules/imports/import-lifecycle.ts'
import { findImport } from '#modules/imports/queries.ts'
import { type ImportContext, lockImport, startImport } from '#modules/imports/running-import.ts'
import { importValues } from './import-values.ts'

/** Runs the import of a file into a data set, in one transaction: it is made as a whole, or run again from the start. */
export async function runDatasetImport(ref: ImportRef, context: ImportContext, job: RunImport): Promise<void> {
  const running = await startImport(ref, context, job)
  if (!running) return
  await context.doWork(running.caller, async (work) => {
    await lockImport(work.tx, ref.import_id)
    const row = await findImport(work.tx, work.client, ref.import_id)
    if (!row || row.status === 'finished') return
    const { loaded, ...end } = await importValues(work, row, { ...context, onProgress: running.onProgress })
    await endImport(work, job, row, end)
    if (loaded) await emitLoaded(work, row.dataset_id ?? '', loaded)
  })
}
