import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { atEnd } from '../../bench/harness/ending.ts'
import { freePort } from '../../bench/harness/free-port.ts'
import { folderInRoot, startInRoot } from '../harness/debian.ts'
import { POSTGRES_PROGRAMS } from './postgres.ts'

export const PATRONI_PROGRAMS = ['usr/bin/patroni', 'usr/bin/etcd', 'usr/sbin/haproxy']
const USER = 'postgres'
const READY_WITHIN_MS = 120_000

/** A server and the Patroni that looks after it: what would be one machine. */
export type Member = {
  name: string
  isLeader(): Promise<boolean>
  /** Both at once, as a power cut would. */
  kill(): void
  start(): void
  /** As if nothing came through any more: both go on afterwards, and do not know what has happened. */
  freeze(): void
  thaw(): void
}

export type PatroniCluster = {
  /** Through HAProxy, which leads to the primary. */
  urlOf(database?: string, user?: string): string
  members: Member[]
  /** Waits until a member leads and all others follow. */
  untilWhole(): Promise<Member>
}

/** How soon a primary that is gone is replaced. */
const DCS = { ttl: 20, loop_wait: 5, retry_timeout: 5, maximum_lag_on_failover: 1_048_576, synchronous_mode: true }

/** Three PostgreSQL under Patroni with one etcd, one of the others always synchronous, behind a HAProxy. */
export async function startPatroniCluster(): Promise<PatroniCluster> {
  const etcd = await startEtcd()
  const ports = await Promise.all([1, 2, 3].map(async () => ({ sql: await freePort(), rest: await freePort() })))
  const members = await Promise.all(ports.map((own, index) => aMember(`pg${index + 1}`, own, etcd)))
  for (const member of members) member.start()
  const port = await startHaproxy(ports)
  const cluster: PatroniCluster = {
    urlOf: (database = 'postgres', user = USER) => `postgres://${user}@127.0.0.1:${port}/${database}`,
    members,
    untilWhole: () => untilWhole(ports, members),
  }
  await cluster.untilWhole()
  return cluster
}

async function startEtcd(): Promise<number> {
  const folder = await folderInRoot(USER)
  const [clients, peers] = [await freePort(), await freePort()]
  const [own, other] = [`http://127.0.0.1:${clients}`, `http://127.0.0.1:${peers}`]
  startInRoot(
    ['/usr/bin/etcd', '--data-dir', join(folder.inside, 'etcd'), '--listen-client-urls', own]
      .concat(['--advertise-client-urls', own, '--listen-peer-urls', other])
      .concat(['--initial-advertise-peer-urls', other, '--initial-cluster', `default=${other}`]),
    { user: USER },
  )
  return clients
}

type Ports = { sql: number; rest: number }

async function aMember(name: string, { sql, rest }: Ports, etcd: number): Promise<Member> {
  const folder = await folderInRoot(USER)
  const data = join(folder.outside, 'data')
  await writeFile(
    join(folder.outside, 'patroni.yml'),
    JSON.stringify(configOf(name, { sql, rest }, etcd, folder.inside)),
  )
  let patroni: ChildProcess
  const signalAll = (signal: NodeJS.Signals) => {
    patroni.kill(signal)
    for (const pid of serverPids(data)) signalOne(pid, signal)
  }
  atEnd(async () => signalAll('SIGKILL'))
  return {
    name,
    isLeader: async () => (await fetch(`http://127.0.0.1:${rest}/primary`).catch(() => undefined))?.ok === true,
    kill: () => signalAll('SIGKILL'),
    start() {
      patroni = startInRoot(['/usr/bin/patroni', join(folder.inside, 'patroni.yml')], { user: USER, stdio: 'ignore' })
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
  }
}

function configOf(name: string, { sql, rest }: Ports, etcd: number, folder: string): object {
  const parameters = { max_connections: 100, wal_log_hints: 'on', unix_socket_directories: folder }
  return {
    scope: 'dossier',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { hosts: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: { ...DCS, postgresql: { use_pg_rewind: true, parameters } },
      initdb: [{ encoding: 'UTF8' }, { auth: 'trust' }],
    },
    postgresql: {
      listen: `127.0.0.1:${sql}`,
      connect_address: `127.0.0.1:${sql}`,
      data_dir: join(folder, 'data'),
      bin_dir: POSTGRES_PROGRAMS,
      pgpass: join(folder, 'pgpass'),
      authentication: { superuser: { username: USER }, replication: { username: 'replicator' } },
      pg_hba: ['local', 'host'].flatMap((kind) =>
        ['all', 'replication'].map((what) => `${kind} ${what} all ${kind === 'host' ? '127.0.0.1/32 ' : ''}trust`),
      ),
      parameters: { unix_socket_directories: folder },
    },
  }
}

/** The server and its processes. */
function serverPids(data: string): number[] {
  try {
    const pid = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    return [pid, ...children.map(Number)]
  } catch {
    return []
  }
}

function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}

/** Asks each Patroni whether its server leads, and cuts connections to one that does no more. */
async function startHaproxy(ports: Ports[]): Promise<number> {
  const folder = await folderInRoot('haproxy')
  const port = await freePort()
  const servers = ports.map(({ sql, rest }, index) => `  server pg${index + 1} 127.0.0.1:${sql} check port ${rest}`)
  const lines = [
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout check 2s',
    '  timeout client 1h',
    '  timeout server 1h',
    'listen primary',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk OPTIONS /primary',
    '  http-check expect status 200',
    '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
    ...servers,
  ]
  await writeFile(join(folder.outside, 'haproxy.cfg'), `${lines.join('\n')}\n`)
  startInRoot(['/usr/sbin/haproxy', '-db', '-f', join(folder.inside, 'haproxy.cfg')], { user: 'haproxy' })
  return port
}

type State = { members: { role: string; state: string }[] }

async function untilWhole(ports: Ports[], members: Member[]): Promise<Member> {
  const until = performance.now() + READY_WITHIN_MS
  for (;;) {
    const states = await Promise.all(ports.map(({ rest }) => stateAt(rest)))
    const seen = states.find((one) => one !== undefined)?.members ?? []
    const hasSynchronous = seen.some(({ role, state }) => role === 'sync_standby' && state === 'streaming')
    const isWhole = seen.filter(({ state }) => state === 'running' || state === 'streaming').length === ports.length
    const leads = await Promise.all(members.map((one) => one.isLeader()))
    const leader = members[leads.indexOf(true)]
    if (isWhole && hasSynchronous && leader) return leader
    if (performance.now() > until) throw new Error(`The cluster is not whole: ${JSON.stringify(seen)}`)
    await delay(250)
  }
}

async function stateAt(rest: number): Promise<State | undefined> {
  const answer = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal: AbortSignal.timeout(1000) }).catch(
    () => undefined,
  )
  return answer?.ok ? ((await answer.json()) as State) : undefined
}
