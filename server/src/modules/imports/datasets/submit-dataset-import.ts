import type { Work } from '#kernel/work.ts'
import { enqueueImport } from '#modules/imports/import-lifecycle.ts'
import { importDataset } from '#modules/imports/jobs.ts'
import type { ImportRow } from '#modules/imports/queries.ts'
import type { DatasetImportInput, DatasetImportSettings, DatasetImportStats } from '#modules/imports/schemas.ts'
import { getUpload, type StoredFile } from '#modules/uploads/index.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { lockBlob } from '#platform/blobs/lock-blob.ts'

/** Submits the import of an uploaded file. */
export async function submitDatasetImport(
  work: Work,
  blobs: Blobs,
  { upload_id, ...settings }: DatasetImportInput,
): Promise<ImportRow> {
  const origin = work.actor.type === 'user' ? 'web' : 'api'
  return enqueueDatasetImport(work, blobs, { file: await getUpload(work, upload_id), settings, origin })
}

type DatasetImportToEnqueue = {
  file: Pick<StoredFile, 'filename' | 'content_type' | 'sha256'>
  settings: DatasetImportSettings
  origin: ImportRow['origin']
  start?: { startAt?: Date } | undefined
}

/** Submits the import of a file whose bytes are stored. */
export async function enqueueDatasetImport(
  work: Work,
  blobs: Blobs,
  {
    file: { filename, content_type, sha256 },
    settings: { dataset_id, mode = 'replace', on_error = 'abort', dry_run = false },
    origin,
    start = {},
  }: DatasetImportToEnqueue,
): Promise<ImportRow> {
  await lockBlob(work.tx, blobs, sha256)
  const settings = { dataset_id, mode, on_error, is_dry_run: dry_run }
  const file = { filename, content_type, sha256 }
  return enqueueImport(work, importDataset, { kind: 'dataset', ...settings, ...file, origin, stats: NO_STATS }, start)
}

export const NO_STATS: DatasetImportStats = {
  rows: 0,
  global_errors: 0,
  row_errors: 0,
  warnings: 0,
  dimensions_created: 0,
  values_created: 0,
  values_updated: 0,
  values_deleted: 0,
}
