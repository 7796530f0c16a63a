import { inSeconds } from '#platform/time/dates.ts'
import type { ManagerImport } from './admin-schemas.ts'
import type { ImportRow } from './queries.ts'
import type { DatasetImport, DatasetImportStats, Import, ImportStats } from './schemas.ts'

export function presentDatasetImport(row: ImportRow): DatasetImport {
  return {
    id: row.id,
    dataset_id: row.dataset_id ?? '',
    filename: row.filename,
    status: row.status,
    result: row.result,
    mode: row.mode ?? 'replace',
    on_error: row.on_error ?? 'abort',
    dry_run: row.is_dry_run,
    ...whoAndHow(row),
    total_dimensions_count: row.dimensions_count,
    total_values_count: row.values_count,
    stats: row.stats as DatasetImportStats,
    ...state(row),
  }
}

export function presentImport(row: ImportRow): Import {
  return {
    id: row.id,
    type: 'managers',
    filename: row.filename,
    status: statusOf(row),
    ...whoAndHow(row),
    stats: row.stats as ImportStats,
    ...state(row),
  }
}

/** Of any kind, with one word for how far it is and how it ended. */
export function presentAnyImport(row: ImportRow): ManagerImport {
  const { stats, kind } = row
  const of = (name: string) => stats[name] ?? 0
  const isOfManagers = kind === 'managers'
  return {
    id: row.id,
    kind,
    dataset_id: row.dataset_id,
    dry_run: row.is_dry_run,
    filename: row.filename,
    status: statusOf(row),
    ...whoAndHow(row),
    counts: {
      rows: of('rows'),
      errors: of('row_errors'),
      created: isOfManagers ? of('users_created') : of('values_created'),
      updated: isOfManagers ? of('users_updated') : of('values_updated'),
      unchanged: isOfManagers ? of('users_unchanged') : null,
      deleted: of('values_deleted'),
    },
    ...state(row),
  }
}

/** Managers have one word for how far an import is and how it ended. */
function statusOf({ status, result }: ImportRow): Import['status'] {
  if (result !== null) return result === 'error' ? 'failed' : result
  return status === 'queued' ? 'created' : 'in_progress'
}

/** Which imports are shown with this status. */
export function storedStatus(status: Import['status']): { status: ImportRow['status']; result?: string } {
  if (status === 'created') return { status: 'queued' }
  if (status === 'in_progress') return { status }
  return { status: 'finished', result: status === 'failed' ? 'error' : status }
}

function whoAndHow({ origin, actor_type, actor_id, actor_name }: ImportRow) {
  return { origin, creator: { type: actor_type, id: actor_id, name: actor_name } }
}

function state({ errors, progress, started_at, finished_at, created_at, updated_at }: ImportRow) {
  return {
    errors,
    progress: Math.round(progress * 1000) / 1000,
    started_at: started_at && inSeconds(started_at),
    finished_at: finished_at && inSeconds(finished_at),
    created_at: inSeconds(created_at),
    updated_at: inSeconds(updated_at),
  }
}
