import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { notFound } from '#platform/problem.ts'
import { isUuid } from '#platform/uuid.ts'
import { findImport, type ImportRow } from './queries.ts'

export async function getImport(db: Db, client: Client, kind: ImportRow['kind'], id: string): Promise<ImportRow> {
  const row = isUuid(id) ? await findImport(db, client, id) : undefined
  if (row?.kind !== kind) throw notFound(kind === 'dataset' ? 'data set import' : 'import', id)
  return row
}
