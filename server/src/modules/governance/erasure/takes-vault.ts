import type { Client } from '#kernel/work.ts'
import { hasCollectedPackage } from '#modules/governance/packages/queries.ts'
import type { Db } from '#platform/db/db.ts'
import type { DeletionRow } from './queries.ts'

/** Whether the vault goes with the rest: its owner asked for it, or has fetched a copy of everything. */
export async function takesVault(db: Db, client: Client, row: DeletionRow): Promise<boolean> {
  if (row.requested_by_employee) return true
  return row.employee_key !== null && (await hasCollectedPackage(db, client, row.employee_key))
}
