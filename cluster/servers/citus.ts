import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { lacksPrograms, ROOT, runInRoot } from '../harness/debian.ts'
import { connectTo, type Postgres, startPostgres } from './postgres.ts'

/** The `pg_config` of a PostgreSQL within the root that Citus was installed for. */
const PG_CONFIG = process.env.CITUS_PG_CONFIG

const SETTINGS = {
  shared_preload_libraries: 'citus',
  max_prepared_transactions: 200,
  max_connections: 300,
  'citus.shard_count': 8,
}

export type Citus = {
  coordinator: Postgres
  workers: Postgres[]
  version: string
  /** A database with the extension, on all nodes; it belongs to the role, which exists everywhere. */
  createDatabase(name: string, role: string): Promise<void>
}

/** Why no Citus can be started, if none can. */
export function lacksCitus(): string | undefined {
  if (!PG_CONFIG) return 'CITUS_PG_CONFIG must name the pg_config, within the root, of a PostgreSQL that has Citus.'
  const lacking = lacksPrograms(PG_CONFIG.replace(/^\//, ''))
  if (lacking) return lacking
  const library = join(runInRoot([PG_CONFIG, '--pkglibdir']).trim(), 'citus.so')
  return existsSync(join(ROOT, library)) ? undefined : `${ROOT} has no ${library}.`
}

/** A coordinator and its workers, on loopback. */
export async function startCitus({ workers = 2, settings = {} } = {}): Promise<Citus> {
  const programs = runInRoot([PG_CONFIG ?? '', '--bindir']).trim()
  const nodes: Postgres[] = []
  for (let count = 0; count <= workers; count += 1) {
    nodes.push(await startPostgres({ programs, settings: { ...SETTINGS, ...settings } }))
  }
  const [coordinator, ...others] = nodes as [Postgres, ...Postgres[]]
  const admin = await connectTo(coordinator.urlOf())
  const { rows } = await admin.query<{ version: string }>(
    `SELECT default_version AS version FROM pg_available_extensions WHERE name = 'citus'`,
  )
  return {
    coordinator,
    workers: others,
    version: rows[0]?.version ?? '',
    createDatabase: (name, role) => createDatabase({ coordinator, others, name, role }),
  }
}

type NewDatabase = { coordinator: Postgres; others: Postgres[]; name: string; role: string }

async function createDatabase({ coordinator, others, name, role }: NewDatabase): Promise<void> {
  for (const node of [coordinator, ...others]) {
    const server = await connectTo(node.urlOf())
    await server.query(`DO $$ BEGIN CREATE ROLE ${role} LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$`)
    await server.query(`CREATE DATABASE ${name} OWNER ${role}`)
    const database = await connectTo(node.urlOf(name))
    for (const extension of ['citus', 'pg_trgm', 'btree_gin']) await database.query(`CREATE EXTENSION ${extension}`)
  }
  const database = await connectTo(coordinator.urlOf(name))
  await database.query(`SELECT citus_set_coordinator_host('127.0.0.1', $1)`, [coordinator.port])
  for (const { port } of others) await database.query(`SELECT citus_add_node('127.0.0.1', $1)`, [port])
}
