import pg from 'pg'
import { distribute } from '#kernel/migrate.ts'
import { type DatabaseServer, makeTemplate, type ServerConnection, TEMPLATE } from './database-server.ts'

/*
 * Tests on a Citus: `npm run cluster -- citus` starts one and runs them with `TEST_CITUS`. A database of a test is one on each
 * node, all of them copies of a template; what Citus knows of its nodes and shards stands in tables of the databases, so
 * that the copies fit together as their originals do.
 */

/** The coordinator that `TEST_CITUS` names, with a template whose tables are distributed. */
export async function openCitus(address: string): Promise<DatabaseServer> {
  const connection = JSON.parse(address) as Required<ServerConnection>
  await onEachNode(connection, `CREATE DATABASE ${TEMPLATE}`)
  const template = { ...connection, database: TEMPLATE }
  for (const extension of ['citus', 'pg_trgm', 'btree_gin']) await onEachNode(template, `CREATE EXTENSION ${extension}`)
  const { host, port, workers } = connection
  await onNode(template, port, `SELECT citus_set_coordinator_host('${host}', ${port})`)
  for (const worker of workers) await onNode(template, port, `SELECT citus_add_node('${host}', ${worker})`)
  await makeTemplate(template)
  await distribute(template)
  // Citus has a process in each database that was used; a template must be left alone.
  await onEachNode(connection, `ALTER DATABASE ${TEMPLATE} ALLOW_CONNECTIONS false`)
  await onEachNode(connection, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${TEMPLATE}'`)
  return { connection, close: async () => {} }
}

/** One after the other, the coordinator first: it holds connections to the databases of the others. */
export async function onEachNode(connection: ServerConnection, sql: string): Promise<void> {
  for (const port of [connection.port, ...(connection.workers ?? [])]) await onNode(connection, port, sql)
}

async function onNode(connection: ServerConnection, port: number, sql: string): Promise<void> {
  const client = new pg.Client({ ...connection, port })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
