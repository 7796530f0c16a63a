import type { Pool } from 'pg'
import { eventually } from '#test/harness/eventually.ts'

/** Until so many transactions of this database wait for a lock. */
export async function untilWaiting(pool: Pool, count: number): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await pool.query(`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
    return (rowCount ?? 0) >= count
  })
}
