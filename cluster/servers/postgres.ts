import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { stopChild } from '../../bench/harness/child.ts'
import { atEnd } from '../../bench/harness/ending.ts'
import { freePort } from '../../bench/harness/free-port.ts'
import { folderInRoot, runInRoot, startInRoot } from '../harness/debian.ts'

/** The programs of PostgreSQL within the root. */
export const POSTGRES_PROGRAMS = '/usr/lib/postgresql/17/bin'
const USER = 'postgres'
const READY_WITHIN_MS = 60_000

export type Postgres = {
  port: number
  /** As the superuser unless it is said; nobody needs a password on loopback. */
  urlOf(database?: string, user?: string): string
  /** Its data folder as the programs of the root see it, and as we do. */
  data: { inside: string; outside: string }
  pid(): number
  start(): Promise<void>
  stop(): Promise<void>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
}

type Options = {
  settings?: Record<string, string | number>
  /** Where its programs are in the root, if not in those of Debian. */
  programs?: string
  /** Fills the empty data folder, in place of `initdb`. */
  fill?: (data: string, port: number) => void
}

/** A PostgreSQL of Debian on loopback, with fsync on. */
export async function startPostgres({
  settings = {},
  programs = POSTGRES_PROGRAMS,
  fill,
}: Options = {}): Promise<Postgres> {
  const folder = await folderInRoot(USER)
  const port = await freePort()
  const data = { inside: join(folder.inside, 'data'), outside: join(folder.outside, 'data') }
  if (fill) fill(data.inside, port)
  else runInRoot([`${programs}/initdb`, '--auth=trust', '--encoding=UTF8', '-D', data.inside], { user: USER })
  const wanted = { listen_addresses: '127.0.0.1', port, unix_socket_directories: folder.inside, ...settings }
  const flags = Object.entries(wanted).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let server: ChildProcess
  const postgres: Postgres = {
    port,
    data,
    urlOf: (database = 'postgres', user = USER) => `postgres://${user}@127.0.0.1:${port}/${database}`,
    pid: () => server.pid ?? 0,
    async start() {
      server = startInRoot([`${programs}/postgres`, '-D', data.inside, ...flags], { user: USER, stdio: 'ignore' })
      await untilAnswers(postgres.urlOf(), server)
    },
    stop: () => stopChild(server),
    async kill() {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
    },
  }
  await postgres.start()
  return postgres
}

/** A connection of the script, closed at the end. */
export async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'cluster' })
  client.on('error', () => {}) // the server may be killed
  await client.connect()
  atEnd(() => client.end())
  return client
}

/** Waits until a server takes connections. */
export async function untilAnswers(url: string, server: ChildProcess): Promise<void> {
  const until = performance.now() + READY_WITHIN_MS
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (server.exitCode !== null || performance.now() > until) throw error
      await delay(100)
    }
  }
}
