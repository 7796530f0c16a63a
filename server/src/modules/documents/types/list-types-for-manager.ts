import { covers } from '#kernel/access/permission.ts'
import type { Client } from '#kernel/work.ts'
import { readPermissionOf, writePermissionOf } from '#modules/documents/access/manager-access.ts'
import type { ManagerDocumentType } from '#modules/documents/manager-schemas.ts'
import type { Db } from '#platform/db/db.ts'
import { presentDocumentType } from './present.ts'
import { listAllTypes } from './queries.ts'

/** The types of the documents that these permissions let a manager see. There are few of them, so they are not paged. */
export async function listTypesForManager(
  db: Db,
  client: Client,
  permissions: readonly string[],
): Promise<ManagerDocumentType[]> {
  const types = await listAllTypes(db, client)
  return types
    .filter(({ kind }) => covers(permissions, readPermissionOf(kind)))
    .map((row) => {
      const { created_at: _, updated_at: __, ...type } = presentDocumentType(row, client)
      return { ...type, may_write: covers(permissions, writePermissionOf(row.kind)) }
    })
}
