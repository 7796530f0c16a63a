import type pg from 'pg'
import { connectAtStart } from '#platform/db/connections/connect-at-start.ts'
import type { DatabaseAddress } from '#platform/db/db.ts'

/** Any number will do; every process must use the same one. */
const LOCK = 7_461_201

/** Runs a step that only one process may run at a time. The lock of a process that dies is released. */
export async function withLock<T>(address: DatabaseAddress, step: (connection: pg.Client) => Promise<T>): Promise<T> {
  const connection = await connectAtStart(address)
  try {
    await connection.query(`SELECT pg_advisory_lock(${LOCK})`)
    return await step(connection)
  } finally {
    await connection.end()
  }
}
