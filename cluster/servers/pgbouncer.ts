import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../bench/harness/free-port.ts'
import { folderInRoot, startInRoot } from '../harness/debian.ts'
import { ROLE } from '../harness/service-database.ts'
import { type Postgres, untilAnswers } from './postgres.ts'

export const PGBOUNCER_PROGRAM = 'usr/sbin/pgbouncer'
const USER = 'postgres'

export type PgBouncer = {
  urlOf(database: string, user: string): string
  /** Answers one of its own commands, such as SHOW POOLS. */
  show(command: string): Promise<Record<string, string>[]>
  kill(): Promise<void>
  start(): Promise<void>
}

type Settings = Record<string, string | number>

/** What the documentation recommends, without the number of connections. */
const RECOMMENDED: Settings = { pool_mode: 'transaction', max_prepared_statements: 500, max_client_conn: 1000 }

/** A PgBouncer of Debian on loopback, in front of all databases of a server. */
export async function startPgBouncer(postgres: Postgres, settings: Settings = {}): Promise<PgBouncer> {
  const folder = await folderInRoot(USER)
  const port = await freePort()
  const users = join(folder.inside, 'users.txt')
  await writeFile(join(folder.outside, 'users.txt'), [USER, ROLE].map((user) => `"${user}" ""\n`).join(''))
  const config = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: users,
    admin_users: USER,
    logfile: join(folder.inside, 'pgbouncer.log'),
    ...RECOMMENDED,
    ...settings,
  }
  const lines = Object.entries(config).map(([name, value]) => `${name} = ${value}`)
  const server = `* = host=127.0.0.1 port=${postgres.port}`
  await writeFile(join(folder.outside, 'pgbouncer.ini'), `[databases]\n${server}\n[pgbouncer]\n${lines.join('\n')}\n`)
  let child: ChildProcess
  const start = async () => {
    child = startInRoot([`/${PGBOUNCER_PROGRAM}`, '-q', join(folder.inside, 'pgbouncer.ini')], { user: USER })
    await untilAnswers(pgbouncer.urlOf('pgbouncer', USER), child)
  }
  const pgbouncer: PgBouncer = {
    urlOf: (database, user) => `postgres://${user}@127.0.0.1:${port}/${database}`,
    show: (command) => showOf(pgbouncer.urlOf('pgbouncer', USER), command),
    async kill() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    start,
  }
  await start()
  return pgbouncer
}

async function showOf(url: string, command: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, string>>(command)).rows
  } finally {
    await client.end()
  }
}
