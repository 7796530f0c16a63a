import type { Work } from '#kernel/work.ts'
import { enqueueImport } from '#modules/imports/import-lifecycle.ts'
import { importManagers } from '#modules/imports/jobs.ts'
import type { ImportRow } from '#modules/imports/queries.ts'
import type { ImportStats } from '#modules/imports/schemas.ts'
import type { StoredFile } from '#modules/uploads/index.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { lockBlob } from '#platform/blobs/lock-blob.ts'
import { UnreadableCsv } from '#platform/csv/csv-reader.ts'
import { Problem } from '#platform/problem.ts'
import { rowsOf } from './manager-file.ts'

/** Submits the import of managers from a file whose bytes are stored. */
export async function submitManagerImport(work: Work, blobs: Blobs, file: StoredFile): Promise<ImportRow> {
  const { filename, content_type, sha256 } = file
  await lockBlob(work.tx, blobs, sha256)
  const origin = work.actor.type === 'user' ? 'web' : 'api'
  return enqueueImport(work, importManagers, {
    kind: 'managers',
    filename,
    content_type,
    sha256,
    origin,
    stats: NO_STATS,
  })
}

const NO_STATS: ImportStats = { rows: 0, row_errors: 0, users_created: 0, users_updated: 0, users_unchanged: 0 }

/** Decisions 6.3: what is refused at once. Everything else is in the record of the import. */
export async function checkManagerFile(blobs: Blobs, key: string): Promise<void> {
  let lines = 0
  try {
    for await (const _row of rowsOf(blobs, key)) lines += 1
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    const { code, line, message } = error.problem
    if (code !== 'not_utf8' && code !== 'not_csv') return
    throw new Problem('malformed', 'not_utf8', `Line ${line}: ${message}`)
  }
  if (lines < 2) throw new Problem('malformed', 'too_few_lines', 'The file must have a header and at least one row.')
}
