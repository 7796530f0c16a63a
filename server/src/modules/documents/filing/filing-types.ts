import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import type { FilingType } from './queries.ts'

/** Whether employees see its documents may change until a document is filed: `createDocuments` asks then. */
export type NamedFilingType = Omit<FilingType, 'visible_by_employee'> & { name: string }

const find = statement<NamedFilingType, { client_id: string }>(`
  SELECT id, code, kind, name, metas, filters, allowed_extensions FROM document_types WHERE client_id = $client_id`)

/** All types of a client by their code, for those who file many documents at once. */
export async function findFilingTypes(db: Db, client: Client): Promise<Map<string, NamedFilingType>> {
  return new Map((await find(db, { client_id: client.id })).map((type) => [type.code, type]))
}
