import { isDeepStrictEqual } from 'node:util'
import { recordAudit } from '#kernel/audit/record-audit.ts'
import type { Work } from '#kernel/work.ts'

type Change = { before: object | undefined; after: object | undefined }

/** Writes down that a policy came, changed or went; of a change, the names of the fields that are others now. */
export function recordPolicy(work: Work, id: string, { before, after }: Change): void {
  recordAudit(work, {
    action: !before ? 'retention_policy.created' : after ? 'retention_policy.updated' : 'retention_policy.deleted',
    resource: { type: 'retention_policy', id },
    ...(before && after ? { details: { changed: changesIn(before, after) } } : {}),
  })
}

function changesIn(before: object, after: object): string[] {
  const had = new Map(Object.entries(before))
  return Object.entries(after)
    .filter(([name, value]) => name !== 'updated_at' && !isDeepStrictEqual(had.get(name), value))
    .map(([name]) => name)
}
