import { isDeepStrictEqual } from 'node:util'
import type { AuditAction } from '#kernel/audit/audit-entry.ts'
import { recordAudit } from '#kernel/audit/record-audit.ts'
import type { Work } from '#kernel/work.ts'
import type { ApiKeyRow, ApplicationRow } from './queries.ts'

/** Issued for the first time, or again after it was revoked; otherwise changed, in what `changed` names. */
export function recordApplication(work: Work, before: ApplicationRow | undefined, after: ApplicationRow): void {
  const isIssued = !before || before.revoked_at !== null
  const changed = changesIn(before, after, { name: 'name', permissions: 'permissions', secret_hash: 'secret' })
  recordCredential(work, isIssued ? 'application.issued' : 'application.changed', after.id, changed)
}

/** An API key is all that it is: with other limits, or another secret, it is issued anew. */
export function recordApiKey(work: Work, before: ApiKeyRow | undefined, after: ApiKeyRow): void {
  const parts = { key_hash: 'key', allowed_addresses: 'allowed_addresses', expires_at: 'expires_at' }
  recordCredential(work, 'api_key.issued', after.name, changesIn(before, after, parts))
}

export function recordCredential(work: Work, action: AuditAction, id: string, changed: readonly string[] = []): void {
  const type = action.startsWith('application.') ? 'application' : 'api_key'
  recordAudit(work, { action, resource: { type, id }, ...(changed.length > 0 ? { details: { changed } } : {}) })
}

function changesIn<Row extends object>(
  before: Row | undefined,
  after: Row,
  names: { [Column in keyof Row]?: string },
): string[] {
  if (!before) return []
  return (Object.keys(names) as (keyof Row)[])
    .filter((column) => !isDeepStrictEqual(before[column], after[column]))
    .map((column) => names[column] ?? '')
}
