import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../../server/src/kernel/migrate.ts'
import { startEmbedded } from '../../server/src/platform/db/embedded/embedded.ts'
import { atEnd } from './ending.ts'

export type Connection = { host: string; port: number; user: string; database: string }

/** A migrated database as `npm start` would make it (fsync on), in a folder that is removed at the end. */
export type Database = { folder: string; connection: Connection; url: string; client: pg.Client }

type DatabaseOptions = { countsStatements?: boolean; settings?: Record<string, string> }

export async function startDatabase({ countsStatements = false, ...more }: DatabaseOptions = {}): Promise<Database> {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-bench-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const settings = { ...more.settings, ...(countsStatements && { shared_preload_libraries: 'pg_stat_statements' }) }
  const server = await startEmbedded({ dataDir: join(folder, 'database'), settings })
  atEnd(() => server.stop())
  const { address: connection } = server
  await migrate(connection)
  const client = new pg.Client({ ...connection, application_name: 'bench' })
  client.on('error', () => {}) // the server may be stopped first, on Ctrl-C
  await client.connect()
  atEnd(() => client.end())
  if (countsStatements) await client.query('CREATE EXTENSION pg_stat_statements')
  return { folder, connection, url: urlOf(connection), client }
}

function urlOf({ host, port, user, database }: Connection): string {
  return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
}
