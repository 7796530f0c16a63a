import type { Work } from '#kernel/work.ts'
import {
  countStaged,
  findDataset,
  type Loaded,
  loadValues,
  openStaging,
  previewValues,
  readValueFile,
  resolveDuplicates,
  stageLines,
} from '#modules/datasets/index.ts'
import type { ImportEnd, ImportRow } from '#modules/imports/queries.ts'
import { ReportWriter } from '#modules/imports/reports/report-writer.ts'
import type { DatasetImportStats } from '#modules/imports/schemas.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { FileProblem } from '#platform/csv/file-problem.ts'

/** Lines are sent to the database in parts of this size; the problems of a file are written in between. */
const MAX_GATHERED_BYTES = 1024 * 1024

/** How much of an import is done when the file has been read. */
const READ_SHARE = 0.4

type Run = { blobs: Blobs; signal: AbortSignal; onProgress(progress: number): void }
type Outcome = ImportEnd & { loaded: Loaded | undefined }

/** Imports the values of a file into a data set, or collects the errors. Nothing is visible before the work commits. */
export async function importValues(work: Work, row: ImportRow, run: Run): Promise<Outcome> {
  const report = new ReportWriter(work.tx, work.client, row.id, { position: 0, shown: [] })
  const read = await stageFile(work, row, run, report)
  const { stats } = read
  const end = { stats, errors: report.shown, dimensionsCount: read.dimensions.length, loaded: undefined }
  if (stats.global_errors > 0) return { ...end, result: 'error', valuesCount: 0 }
  await settle(work, read, run, report)
  const valuesCount = await countStaged(work.tx)
  const isRefused = stats.row_errors > 0 && (row.on_error === 'abort' || stats.row_errors === stats.rows)
  if (isRefused) return { ...end, result: 'error', valuesCount }

  const loaded = await load(work, row, read, run)
  stats.dimensions_created = loaded.dimensionsCreated
  stats.values_created = loaded.counts.created
  stats.values_updated = loaded.counts.updated
  stats.values_deleted = loaded.counts.deleted
  const result = stats.row_errors > 0 ? 'partial_success' : 'success'
  return { ...end, result, valuesCount, loaded: row.is_dry_run ? undefined : loaded }
}

/** Leaves one line for each value of the file, and warns of what is odd about it. */
async function settle({ tx }: Work, { stats, dimensions }: ReadFile, { signal }: Run, report: ReportWriter) {
  for await (const renamed of resolveDuplicates(tx)) {
    signal.throwIfAborted()
    stats.warnings += renamed.length
    const warnings = renamed.map(({ line, level, path, line_before }) => ({
      line,
      field: dimensions[level - 1] ?? null,
      code: 'named_differently',
      message: `Line ${line_before} has another name for ${path}; this line takes precedence.`,
    }))
    await report.add('warning', warnings)
  }
  if (stats.rows > 0) return
  stats.warnings += 1
  await report.add('warning', [NO_ROWS])
}

const NO_ROWS: FileProblem = {
  line: null,
  field: null,
  code: 'no_rows',
  message: 'The file contains a header but no rows.',
}

type ReadFile = { stats: DatasetImportStats; dimensions: string[]; languages: string[][] }

function load(work: Work, row: ImportRow, { dimensions, languages }: ReadFile, { onProgress, signal }: Run) {
  const mode = row.mode ?? 'replace'
  const values = { datasetId: row.dataset_id ?? '', mode, dimensions, languages }
  if (row.is_dry_run) return previewValues(work, values)
  return loadValues(work, values, (share) => {
    signal.throwIfAborted()
    onProgress(READ_SHARE + share * (1 - READ_SHARE))
  })
}

/** Reads the file into the staging table. */
async function stageFile({ tx, client }: Work, row: ImportRow, run: Run, report: ReportWriter): Promise<ReadFile> {
  const stats = { ...(row.stats as DatasetImportStats) }
  const file: ReadFile = { stats, dimensions: [], languages: [] }
  const source = await run.blobs.get(row.sha256)
  const size = await run.blobs.size(row.sha256)
  if (!source || size === undefined) throw new Error(`The file of import ${row.id} no longer exists.`)
  const dataset = await findDataset(tx, client, row.dataset_id ?? '')
  const known = dataset?.dimensions.map(({ id }) => id) ?? []

  await openStaging(tx)
  const gathered: Uint8Array<ArrayBuffer>[] = []
  let gatheredBytes = 0
  let readBytes = 0
  for await (const part of readValueFile(source, size, { dimensions: known, languages: client.languages })) {
    run.signal.throwIfAborted()
    if (part.header) Object.assign(file, part.header)
    stats.rows += part.rows
    stats.row_errors += part.badRows
    stats.global_errors += part.faults.length
    gathered.push(part.staged)
    gatheredBytes += part.staged.byteLength
    readBytes += part.bytes
    if (gatheredBytes > MAX_GATHERED_BYTES) {
      await stageLines(tx, gathered.splice(0))
      gatheredBytes = 0
    }
    await report.add('error', [...part.problems, ...part.faults])
    run.onProgress((READ_SHARE * readBytes) / Math.max(size, 1))
    if (part.faults.length > 0) return file
  }
  await stageLines(tx, gathered)
  return file
}
