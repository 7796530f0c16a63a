import type pg from 'pg'
import {
  type Distributed,
  distributeTables,
  type Layout,
  listDistributed,
} from '#platform/db/nodes/distribute-tables.ts'
import { StartRefused } from '#platform/start-refused.ts'

/**
 * How a distributed database is laid out. What belongs to a client lies together on one node. The copied tables tell which
 * clients there are, and whose a hostname or an API key is: what is asked before the client is known. What belongs to no
 * client stays on the coordinator: the installation, failed attempts, migrations, and the queue of jobs.
 */
export const LAYOUT: Layout = { column: 'client_id', copied: ['clients', 'client_hostnames', 'api_key_hashes'] }

/** Distributes the tables that are not, with what they hold; answers which those were. */
export async function distributeAll(connection: pg.Client): Promise<Distributed> {
  try {
    return await distributeTables(connection, LAYOUT)
  } catch (error) {
    throw new StartRefused(`The tables were not distributed: ${(error as Error).message}`)
  }
}

/** The same for a database whose tables are: a migration may have made others since. */
export async function distributeNew(connection: pg.Client): Promise<Distributed> {
  const { spread } = await listDistributed(connection)
  return spread.length === 0 ? { spread: [], copied: [] } : distributeAll(connection)
}
