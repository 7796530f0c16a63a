import type { Client } from '#kernel/work.ts'
import type { ProjectRow } from '#modules/distributions/projects/queries.ts'
import type { Warning } from '#modules/distributions/projects/schemas.ts'
import type { Db } from '#platform/db/db.ts'
import { checkProject } from './check-queries.ts'

export type WarningCount = { code: Warning; count: number }

/** Warnings to show before a project is validated. */
export async function listWarnings(db: Db, client: Client, project: ProjectRow): Promise<WarningCount[]> {
  const { unmatched, ambiguous, rejected } = project.counts
  const { duplicates, without_address } = await checkProject(db, client, project)
  const counts: Record<Warning, number> = {
    unmatched_documents: unmatched + ambiguous + rejected,
    duplicate_documents: duplicates,
    missing_addresses: without_address,
  }
  return (Object.keys(counts) as Warning[]).flatMap((code) => (counts[code] > 0 ? [{ code, count: counts[code] }] : []))
}
