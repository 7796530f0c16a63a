import type { Work } from '#kernel/work.ts'
import { updateLastImport } from './queries.ts'

export type LastImport = { status: string; result: string | null }

/** Shows in a data set how its newest import stands. Nobody waits for this, but the import that has just ended. */
export function recordImport(
  { tx, client }: Work,
  datasetId: string,
  last: LastImport,
  { mayWait }: { mayWait: boolean },
): Promise<void> {
  return updateLastImport(tx, client, datasetId, { ...last, mayWait })
}
