import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { runInRoot } from '../harness/debian.ts'
import { connectTo, POSTGRES_PROGRAMS, type Postgres, startPostgres } from './postgres.ts'

export type ReplicaServer = Postgres & {
  /** From now on, each commit arrives so much later. */
  delayBy(milliseconds: number): Promise<void>
  /** As if nothing came through any more. */
  freeze(): void
  thaw(): void
}

/** A server that follows another, from a copy that `pg_basebackup` makes of it. */
export async function startReplica(primary: Postgres): Promise<ReplicaServer> {
  const server = await startPostgres({
    // What it reads is not removed by the primary: without it, long statements are cancelled now and then.
    settings: { max_connections: 200, hot_standby_feedback: 'on' },
    fill: (data) =>
      runInRoot([`${POSTGRES_PROGRAMS}/pg_basebackup`, '-D', data, '-d', primary.urlOf(), '-R', '-c', 'fast'], {
        user: 'postgres',
      }),
  })
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of [server.pid(), ...childrenOf(server.pid())]) process.kill(pid, signal)
  }
  return {
    ...server,
    async delayBy(milliseconds) {
      const admin = await connectTo(server.urlOf())
      await admin.query(`ALTER SYSTEM SET recovery_min_apply_delay = '${milliseconds}ms'`)
      await admin.query('SELECT pg_reload_conf()')
      await delay(500)
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
  }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
}
