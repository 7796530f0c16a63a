import type { Client, Work } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { notFound } from '#platform/problem.ts'
import { isUuid } from '#platform/uuid.ts'
import { type DocumentRow, findDocument, lockDocument } from './queries.ts'
import type { Kind } from './schemas.ts'

export async function getDocument(db: Db, client: Client, kind: Kind, id: string): Promise<DocumentRow> {
  const row = isUuid(id) ? await findDocument(db, client, kind, id) : undefined
  if (!row) throw notFound(`${kind} document`, id)
  return row
}

/** Like getDocument, and locks it until the work ends. */
export async function getLockedDocument({ tx, client }: Work, kind: Kind, id: string): Promise<DocumentRow> {
  const row = isUuid(id) ? await lockDocument(tx, client, kind, id) : undefined
  if (!row) throw notFound(`${kind} document`, id)
  return row
}
