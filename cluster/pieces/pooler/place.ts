import type pg from 'pg'
import type { PgBouncer } from '../../servers/pgbouncer.ts'
import type { Postgres } from '../../servers/postgres.ts'

/** What PostgreSQL has for all processes together. */
export const SERVER_CONNECTIONS = 8

/** Two API processes and a worker behind it. */
export type Place = {
  postgres: Postgres
  pgbouncer: PgBouncer
  /** Past the pooler, as superuser. */
  admin: pg.Client
  folder: string
  /** The settings of a process that comes through the pooler. */
  env: { DATABASE_URL: string; DATABASE_DIRECT_URL: string; DATA_DIR: string }
}
