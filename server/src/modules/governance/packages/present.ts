import { inSeconds } from '#platform/time/dates.ts'
import type { PackageRow } from './queries.ts'
import type { AccessPackage } from './schemas.ts'

export function presentPackage(row: PackageRow): AccessPackage {
  return {
    id: row.id,
    employee_technical_id: row.employee_technical_id,
    status: row.status,
    origin: row.origin,
    exclude: row.exclude,
    progress: row.progress,
    size: row.size === null ? null : Number(row.size),
    sha256: row.digest,
    entries_count: row.entries_count,
    downloads: row.downloads.map(({ at, ...actor }) => ({ at: inSeconds(new Date(at)), actor })),
    expires_at: inSeconds(row.expires_at),
    ready_at: row.ready_at && inSeconds(row.ready_at),
    error: row.error,
    created_at: inSeconds(row.created_at),
  }
}
