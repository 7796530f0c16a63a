import { randomBytes } from 'node:crypto'
import { onEachNode } from './citus-server.ts'
import { type DatabaseServer, type ServerConnection, startDatabaseServer, TEMPLATE } from './database-server.ts'

export type TestDatabase = { connection: ServerConnection; drop(): Promise<void> }

/** A database of its own for one test file, cloned from the migrated template; or an empty one. */
export async function createDatabase({ isEmpty = false }: { isEmpty?: boolean } = {}): Promise<TestDatabase> {
  const { connection: server, close } = await serverConnection()
  const database = `test_${randomBytes(6).toString('hex')}`
  const template = isEmpty ? '' : `TEMPLATE ${TEMPLATE}`
  // Copied as files: by way of the log, as is the default, a clone takes eight times the work.
  await onEachNode(server, `CREATE DATABASE ${database} ${template} STRATEGY FILE_COPY`)
  return {
    connection: { ...server, database },
    async drop() {
      await onEachNode(server, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
      await close()
    },
  }
}

/** The server of the whole test run, or one of our own when a single file is run by itself. */
async function serverConnection(): Promise<DatabaseServer> {
  const shared = process.env.TEST_DATABASE_SERVER
  if (shared) return { connection: JSON.parse(shared) as ServerConnection, close: async () => {} }
  return startDatabaseServer()
}
