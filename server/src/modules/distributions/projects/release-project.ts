import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

/** Deletes the files of a project: spools, documents and packages. The report stays. */
export const releaseProject = statement<never, { client_id: string; project_id: number; now: Date }>(`
  WITH spools AS (
    UPDATE distributions SET sha256 = NULL WHERE client_id = $client_id AND project_id = $project_id AND sha256 IS NOT NULL
  ), parts AS (
    UPDATE distribution_documents SET sha256 = NULL WHERE client_id = $client_id AND project_id = $project_id AND sha256 IS NOT NULL
  ), packages AS (
    UPDATE distribution_packages SET sha256 = NULL WHERE client_id = $client_id AND project_id = $project_id AND sha256 IS NOT NULL
  )
  UPDATE distribution_projects SET released_at = $now WHERE client_id = $client_id AND id = $project_id`)

const listDue = statement<{ client_id: string; id: number }, { before: Date; limit: number }>(`
  SELECT client_id, id FROM distribution_projects
  WHERE released_at IS NULL AND ended_at IS NOT NULL AND ended_at < $before ORDER BY ended_at LIMIT $limit`)

/** Projects that ended before then and still hold their files. */
export async function listReleasable(db: Db, before: Date, limit: number) {
  return listDue(db, { before, limit })
}
