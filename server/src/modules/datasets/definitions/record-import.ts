import type { Work } from '#kernel/work.ts'
import { updateLastImport } from './queries.ts'

export type LastImport = { status: string; result: string | null }

/**
 * Shows the state of the newest import in a data set. Only an import that has just ended waits for the lock (`mayWait`).
 */
export function recordImport(
  { tx, client }: Work,
  datasetId: string,
  last: LastImport,
  { mayWait }: { mayWait: boolean },
): Promise<void> {
  return updateLastImport(tx, client, datasetId, { ...last, mayWait })
}
