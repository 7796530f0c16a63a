import type { Work } from '#kernel/work.ts'
import { endImport, type ImportRef, type RunImport } from '#modules/imports/import-lifecycle.ts'
import { findImport, type ImportRow, markStep } from '#modules/imports/queries.ts'
import { lastPosition } from '#modules/imports/reports/queries.ts'
import type { ReportLine } from '#modules/imports/reports/report-line.ts'
import { ReportWriter } from '#modules/imports/reports/report-writer.ts'
import { type ImportContext, lockImport, type RunningImport, startImport } from '#modules/imports/running-import.ts'
import type { ImportStats } from '#modules/imports/schemas.ts'
import { importManager } from './import-manager.ts'
import { type ManagerFile, type ManagerRow, readManagerFile } from './manager-file.ts'

/** How many managers are stored together. */
const BATCH_SIZE = 100

/**
 * Runs the import of managers in steps that are written down with what they did: an import whose worker died goes on where
 * it was.
 */
export async function runManagerImport(ref: ImportRef, context: ImportContext, job: RunImport): Promise<void> {
  const running = await startImport(ref, context, job)
  if (!running) return
  const file = await readManagerFile(context.blobs, running.row.sha256)
  if (file.faults.length === 0) await importBatches(running, file, context)
  await runStep(running, context, async (work, row, report) => {
    await report.add('error', file.faults)
    const stats = { ...(row.stats as ImportStats), rows: file.rows }
    const isNothingLeft = file.faults.length > 0 || (stats.rows > 0 && stats.row_errors === stats.rows)
    const result = isNothingLeft ? 'error' : stats.row_errors > 0 ? 'partial_success' : 'success'
    await endImport(work, job, row, { result, stats, errors: report.shown, dimensionsCount: 0, valuesCount: 0 })
  })
}

async function importBatches(running: RunningImport, { managers, rows }: ManagerFile, context: ImportContext) {
  for (let done = running.row.steps_done; done < managers.length; ) {
    context.signal.throwIfAborted()
    const batch = managers.slice(done, done + BATCH_SIZE)
    await runStep(running, context, async (work, row, report) => {
      if (row.steps_done !== done) throw new Error('Another worker has taken over this import.')
      const stats = { ...(row.stats as ImportStats), rows }
      for (const manager of batch) await importOne(work, manager, stats, report)
      const steps = done + batch.length
      const progress = (done + batch.length) / managers.length
      await markStep(work.tx, work.client, { id: row.id, steps, stats, errors: report.shown, progress, now: work.now })
    })
    done += batch.length
  }
}

async function importOne(work: Work, manager: ManagerRow[], stats: ImportStats, report: ReportWriter): Promise<void> {
  const result = await importManager(work, manager)
  if ('errors' in result) {
    stats.row_errors += manager.length
    await report.add('error', result.errors)
    return
  }
  stats[`users_${result.outcome}`] += 1
  await report.add(
    'info',
    manager.map(({ line, values }) => outcomeLine(line, values.technical_id, result.outcome)),
  )
}

function outcomeLine(line: number, id: string | undefined, outcome: string): ReportLine {
  const what = outcome === 'unchanged' ? 'is unchanged' : `was ${outcome}`
  return { line, field: null, code: outcome, message: `The manager ${id} ${what}.` }
}

/** One transaction of a locked import. */
async function runStep(
  { row: { id }, caller }: RunningImport,
  { doWork }: ImportContext,
  take: (work: Work, row: ImportRow, report: ReportWriter) => Promise<void>,
): Promise<void> {
  await doWork(caller, async (work) => {
    await lockImport(work.tx, id)
    const row = await findImport(work.tx, work.client, id)
    if (!row || row.status === 'finished') return
    const position = await lastPosition(work.tx, work.client, id)
    await take(work, row, new ReportWriter(work.tx, work.client, id, { position, shown: row.errors }))
  })
}
