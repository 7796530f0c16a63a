import type { Selectable } from 'kysely'
import type { ClientsTable } from '#kernel/tables.ts'
import type { Db, Tx } from '#platform/db/db.ts'

export type ClientRow = Selectable<ClientsTable>

export function findClient(db: Db, id: string): Promise<ClientRow | undefined> {
  return db.selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The ids of some clients. */
export async function listClientIds(db: Db, most: number): Promise<string[]> {
  return (await db.selectFrom('clients').select('id').limit(most).execute()).map(({ id }) => id)
}

/** The addresses that clients are told about distributions at. */
export async function listDistributionCallbacks(db: Db): Promise<{ id: string; url: string }[]> {
  const named = db.selectFrom('clients').select(['id', 'distribution_callback_url as url'])
  return named.where('distribution_callback_url', 'is not', null).$narrowType<{ url: string }>().execute()
}

export async function hasClients(db: Db): Promise<boolean> {
  return (await listClientIds(db, 1)).length > 0
}

export async function upsertClient(tx: Tx, row: ClientRow): Promise<void> {
  const { id, created_at, ...changes } = row
  await tx
    .insertInto('clients')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
    .execute()
}
