import type { Caller, DoWork, Work } from '#kernel/work.ts'
import { findClient } from '#modules/clients/index.ts'
import { lastPosition } from '#modules/imports/reports/queries.ts'
import { ReportWriter } from '#modules/imports/reports/report-writer.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { beginImport, endImport, type ImportRef, type RunImport } from './import-lifecycle.ts'
import { findImport, type ImportRow, updateProgress } from './queries.ts'

/** What running an import takes. */
export type ImportContext = { db: Db; doWork: DoWork; clock: Clock; blobs: Blobs; signal: AbortSignal }

/** An import that was begun, in the name of the person who submitted it. */
export type RunningImport = { row: ImportRow; caller: Caller; onProgress(progress: number): void }

/** After so many runs that did not come to an end, an import has failed. */
const MAX_RUNS = 12
const PROGRESS_EVERY_MS = 500

/** Begins an import, if it is its turn. One that has been begun too often is ended instead. */
export async function startImport(
  { client_id, import_id }: ImportRef,
  context: ImportContext,
  job: RunImport,
): Promise<RunningImport | undefined> {
  const found = await findImport(context.db, { id: client_id }, import_id)
  const client = await findClient(context.db, client_id)
  if (!found || !client) return undefined
  const actor = { type: found.actor_type, id: found.actor_id, name: found.actor_name }
  // Files of managers come from managers, whose permissions are looked up anew, or with an API key, which holds everything.
  const issued = found.kind === 'managers' ? ['*'] : []
  const caller = { client: { id: client.id, languages: client.languages }, actor, issued }
  const row = await context.doWork(caller, async (work) => {
    await lockImport(work.tx, import_id)
    const begun = await beginImport(work, import_id)
    if (!begun || begun.runs <= MAX_RUNS) return begun
    await giveUp(work, begun, job)
    return undefined
  })
  return row && { row, caller, onProgress: progressOf(row, caller, context) }
}

async function giveUp(work: Work, row: ImportRow, job: RunImport): Promise<void> {
  const position = await lastPosition(work.tx, work.client, row.id)
  const report = new ReportWriter(work.tx, work.client, row.id, { position, shown: row.errors })
  const message = 'The import failed repeatedly for a reason that is not in the file. Contact your operator.'
  await report.add('error', [{ line: null, field: null, code: 'import_failed', message }])
  const { stats, dimensions_count, values_count } = row
  const counts = { dimensionsCount: dimensions_count, valuesCount: values_count }
  await endImport(work, job, row, { result: 'error', stats, errors: report.shown, ...counts })
}

/** Shows how far an import is, now and then. That it could not be shown is not a reason to stop. */
function progressOf({ id }: ImportRow, { client }: Caller, { db, clock }: ImportContext): (progress: number) => void {
  let shownAt = Number.NEGATIVE_INFINITY
  return (progress) => {
    if (performance.now() - shownAt < PROGRESS_EVERY_MS) return
    shownAt = performance.now()
    updateProgress(db, { client_id: client.id, id, progress, now: clock.now() }).catch(() => {})
  }
}

const tryLock = statement<{ locked: boolean }, { lock_name: string }>(`
  SELECT pg_try_advisory_xact_lock(hashtextextended($lock_name, 0)) AS locked`)

/** Another process runs the import: a worker that seemed dead, or an operator's command. The job checks again later. */
export class ImportAlreadyRunning extends Error {}

/** Locks the import, so that no other process runs it until the transaction ends. */
export async function lockImport(tx: Tx, id: string): Promise<void> {
  const [held] = await tryLock(tx, { lock_name: `running import ${id}` })
  if (!held?.locked) throw new ImportAlreadyRunning(`The import ${id} is being run elsewhere.`)
}
