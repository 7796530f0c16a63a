import type pg from 'pg'
import { COMMIT, ROLLBACK } from '#platform/db/connections/preparing-connection.ts'
import { stayOnPrimary } from '#platform/db/replica/reading.ts'
import { type Database, DatabaseTransaction } from './db.ts'

export type TransactOptions = {
  /**
   * What this sends goes out together with the commit, without waiting for its answer; should it fail, PostgreSQL turns
   * the commit into a rollback, and its failure is thrown.
   */
  finish?: () => Promise<void>
  /** The step is a single statement: one that can be sent alone is. */
  isOneStatement?: boolean
}

/** Runs a step in a transaction: all of it is stored, or nothing. */
export async function transact<T>(
  db: Database,
  step: (tx: DatabaseTransaction) => Promise<T>,
  { finish = async () => {}, isOneStatement = false }: TransactOptions = {},
): Promise<T> {
  if (db.replica) stayOnPrimary()
  const connection = await db.pool.connect()
  const tx = new DatabaseTransaction(db, connection, isOneStatement)
  try {
    const result = await step(tx)
    const finished = finish()
    if (tx.hasBegun) await commit(connection, finished)
    else await finished
    connection.release()
    return result
  } catch (error) {
    if (tx.hasBegun) await rollBack(connection)
    else connection.release()
    throw error
  }
}

async function commit(connection: pg.PoolClient, finished: Promise<void>): Promise<void> {
  const [{ command }] = await Promise.all([connection.query(COMMIT), finished])
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back.')
}

/** A connection on which not even this works is not used again. */
async function rollBack(connection: pg.PoolClient): Promise<void> {
  try {
    await connection.query(ROLLBACK)
    connection.release()
  } catch (error) {
    connection.release(error as Error)
  }
}
