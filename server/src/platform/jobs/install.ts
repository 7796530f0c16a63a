import type pg from 'pg'
import { PgBoss } from 'pg-boss'

export const JOBS_SCHEMA = 'jobs'

/** Creates or upgrades the tables of the job queue. Called under the migration lock. */
export async function installJobTables(connection: pg.Client): Promise<void> {
  const boss = new PgBoss({
    schema: JOBS_SCHEMA,
    db: { executeSql: (text, values) => connection.query(text, values) },
    supervise: false,
    schedule: false,
  })
  await boss.start()
  await boss.stop({ graceful: false, close: false })
}
