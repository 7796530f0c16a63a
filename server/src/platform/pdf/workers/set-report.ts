import { Worker } from 'node:worker_threads'
import type { Report } from '#platform/pdf/stamps/stamping.ts'
import { askThread } from '#platform/threads/ask-thread.ts'
import type { MadePdf } from './pdf-tasks.ts'

export type ReportTask = { report: Report; moment: number }

const THREAD = new URL('./report-thread.ts', import.meta.url)
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 96 }
const TIME_LIMIT_SECONDS = 60

/** In a thread of its own, which ends with it: it needs no PDFium, which would take more memory than all of the rest. */
export async function setReport(report: Report, moment: Date, fontFiles: readonly string[]): Promise<MadePdf> {
  const thread = new Worker(THREAD, { workerData: { fontFiles }, resourceLimits: LIMITS })
  try {
    const task: ReportTask = { report, moment: moment.getTime() }
    return await askThread<MadePdf>(thread, task, [], TIME_LIMIT_SECONDS)
  } finally {
    await thread.terminate()
  }
}
