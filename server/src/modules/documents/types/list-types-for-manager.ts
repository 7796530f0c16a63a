import { covers } from '#kernel/access/permission.ts'
import { readingOf, writingOf } from '#modules/documents/access/manager-access.ts'
import type { ManagedDocumentType } from '#modules/documents/manager-schemas.ts'
import { presentDocumentType } from '#modules/documents/present.ts'
import type { Db } from '#platform/db/db.ts'
import type { Client } from '#platform/db/work.ts'
import { listAllTypes } from './queries.ts'

/** The types of the documents that these permissions let somebody see. They are part of the set-up: all come at once. */
export async function listManagedTypes(
  db: Db,
  client: Client,
  permissions: readonly string[],
): Promise<ManagedDocumentType[]> {
  const types = await listAllTypes(db, client)
  return types
    .filter(({ kind }) => covers(permissions, readingOf(kind)))
    .map((row) => {
      const { created_at: _, updated_at: __, ...type } = presentDocumentType(row, client)
      return { ...type, may_write: covers(permissions, writingOf(row.kind)) }
    })
}
