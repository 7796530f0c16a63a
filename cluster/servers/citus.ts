import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
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
  max_worker_processes: 64,
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'server.log',
  log_line_prefix: '%e ',
}

export type Citus = {
  coordinator: Postgres
  workers: Postgres[]
  version: string
  /** A database on all nodes, which are strangers still; it belongs to the role, which exists everywhere. */
  createDatabase(name: string, role: string): Promise<void>
  /** Makes a Citus of them. */
  connectNodes(database: string): Promise<void>
  /** What it could not do for being distributed, and what broke within it: each message once. */
  refused(): Promise<string[]>
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
    connectNodes: (database) => connectNodes({ coordinator, others, database }),
    refused: () => refusedBy(coordinator),
  }
}

/** By SQLSTATE: a feature that is not supported, and an internal error. */
const REFUSED = /^(?:0A000|XX000) ERROR: +(.*)/gm

async function refusedBy({ data }: Postgres): Promise<string[]> {
  const log = await readFile(join(data.outside, 'log/server.log'), 'utf8')
  return [...new Set([...log.matchAll(REFUSED)].map(([, message = '']) => message))]
}

type Nodes = { coordinator: Postgres; others: Postgres[] }

async function createDatabase({
  coordinator,
  others,
  name,
  role,
}: Nodes & { name: string; role: string }): Promise<void> {
  for (const node of [coordinator, ...others]) {
    const server = await connectTo(node.urlOf())
    await server.query(`DO $$ BEGIN CREATE ROLE ${role} LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$`)
    await server.query(`CREATE DATABASE ${name} OWNER ${role}`)
  }
}

async function connectNodes({ coordinator, others, database: name }: Nodes & { database: string }): Promise<void> {
  for (const node of [coordinator, ...others]) {
    const database = await connectTo(node.urlOf(name))
    for (const extension of ['citus', 'pg_trgm', 'btree_gin']) {
      await database.query(`CREATE EXTENSION IF NOT EXISTS ${extension}`)
    }
  }
  const database = await connectTo(coordinator.urlOf(name))
  await database.query(`SELECT citus_set_coordinator_host('127.0.0.1', $1)`, [coordinator.port])
  for (const { port } of others) await database.query(`SELECT citus_add_node('127.0.0.1', $1)`, [port])
}
