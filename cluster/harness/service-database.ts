import type pg from 'pg'
import { connectTo, type Postgres } from '../servers/postgres.ts'

export const DATABASE = 'dossier'
export const ROLE = 'dossier'

/** What `scale-out.md` recommends for the role of a service behind a pooler. */
export const ROLE_SETTINGS = [
  `ALTER ROLE ${ROLE} SET client_connection_check_interval = '2s'`,
  `ALTER ROLE ${ROLE} SET idle_in_transaction_session_timeout = '5min'`,
]

/** An empty database that belongs to an ordinary role; answers a connection to it as superuser. */
export async function createServiceDatabase(postgres: Pick<Postgres, 'urlOf'>): Promise<pg.Client> {
  const server = await connectTo(postgres.urlOf())
  for (const statement of [
    `CREATE ROLE ${ROLE} LOGIN`,
    `CREATE DATABASE ${DATABASE} OWNER ${ROLE}`,
    ...ROLE_SETTINGS,
  ]) {
    await server.query(statement)
  }
  return connectTo(postgres.urlOf(DATABASE))
}
