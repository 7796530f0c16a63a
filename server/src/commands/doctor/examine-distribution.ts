import pg from 'pg'
import { LAYOUT } from '#kernel/distribution.ts'
import { countNodes, hasCitus, listDistributed, listUndistributed } from '#platform/db/nodes/distribute-tables.ts'
import type { Config } from '#src/config.ts'
import { openStorage } from '#src/storage.ts'
import { type Finding, finding } from './finding.ts'

/** How the tables of a database with Citus are distributed; nothing of another. */
export async function distributionFindings(config: Config): Promise<Finding[]> {
  const storage = await openStorage(config, { mayShare: true })
  const connection = new pg.Client(storage.directAddress)
  try {
    await connection.connect()
    if (!(await hasCitus(connection))) return []
    return [await finding('distribution', () => describeTables(connection))]
  } finally {
    await connection.end()
    await storage.close()
  }
}

async function describeTables(connection: pg.Client): Promise<string> {
  const missing = await listUndistributed(connection, LAYOUT)
  const names = [...missing.spread, ...missing.copied]
  if (names.length > 0) {
    throw new Error(`not distributed: ${names.join(', ')}; run "dossier distribute" while the service is stopped`)
  }
  const { spread, copied } = await listDistributed(connection)
  const nodes = await countNodes(connection)
  return `${spread.length} tables by client, ${copied.length} copied to each node, nodes: ${nodes}`
}
