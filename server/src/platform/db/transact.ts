import type pg from 'pg'
import { COMMIT, ROLLBACK } from '#platform/db/connections/preparing-connection.ts'
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
  const client = await db.pool.connect()
  const tx = new DatabaseTransaction(db, client, isOneStatement)
  try {
    const result = await step(tx)
    const finished = finish()
    if (tx.hasBegun) await commit(client, finished)
    else await finished
    client.release()
    return result
  } catch (error) {
    if (tx.hasBegun) await rollBack(client)
    else client.release()
    throw error
  }
}

async function commit(client: pg.PoolClient, finished: Promise<void>): Promise<void> {
  const [{ command }] = await Promise.all([client.query(COMMIT), finished])
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back.')
}

/** A connection on which not even this works is not used again. */
async function rollBack(client: pg.PoolClient): Promise<void> {
  try {
    await client.query(ROLLBACK)
    client.release()
  } catch (error) {
    client.release(error as Error)
  }
}
