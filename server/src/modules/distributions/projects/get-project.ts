import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { notFound } from '#platform/problem.ts'
import { findProject, type ProjectRow } from './queries.ts'

export async function getProject(db: Db, client: Client, id: string): Promise<ProjectRow> {
  const row = await findProject(db, client, id)
  if (!row) throw notFound('distribution project', id)
  return row
}
