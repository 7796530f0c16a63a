import { defineJob, type JobContext } from '#kernel/jobs.ts'
import { systemActor } from '#kernel/work.ts'
import { runDatasetImport } from '#modules/imports/datasets/run-dataset-import.ts'
import { runManagerImport } from '#modules/imports/managers/run-manager-import.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import type { ImportRef, RunImport } from './import-lifecycle.ts'
import { ImportAlreadyRunning } from './running-import.ts'

// Imports end by themselves, also in failure; a job that was given up would leave one behind that never ends.
const OPTIONS = { retries: 10_000, timeoutSeconds: 12 * 60 * 60, concurrency: 2 }
const REQUEUE_AFTER_MS = 15_000

export const importDataset: RunImport = defineJob(
  'imports.dataset',
  (ref, context) => requeueIfRunning(ref, context, importDataset, runDatasetImport),
  OPTIONS,
)

export const importManagers: RunImport = defineJob(
  'imports.managers',
  (ref, context) => requeueIfRunning(ref, context, importManagers, runManagerImport),
  OPTIONS,
)

/** An import that another process runs is checked again later: that process may still die. */
async function requeueIfRunning(
  ref: ImportRef,
  context: JobContext,
  job: RunImport,
  run: typeof runDatasetImport,
): Promise<void> {
  try {
    await run(ref, context, job)
  } catch (error) {
    if (!(error instanceof ImportAlreadyRunning)) throw error
    const caller = { client: { id: ref.client_id, languages: [] }, actor: systemActor }
    await context.doWork(caller, async (work) =>
      enqueue(work, job, ref, new Date(work.now.getTime() + REQUEUE_AFTER_MS)),
    )
  }
}
