import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import type { DeletionRow } from './queries.ts'

/** Whether the vault goes with the rest: its owner asked for it, or has fetched a copy of everything. */
export async function takesVault(_db: Db, _client: Pick<Client, 'id'>, row: DeletionRow): Promise<boolean> {
  return row.requested_by_employee
}
