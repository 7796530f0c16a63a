import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type DataPaths, PORT } from './data-paths.ts'

const ABANDONED_AFTER_MS = 5_000

/** The process that postmaster.pid names, if it is alive and really is the server of this cluster. */
export function findServerPid(cluster: string): number | undefined {
  const pid = recordedServerPid(cluster)
  return pid !== undefined && isServerOf(pid, cluster) ? pid : undefined
}

export function recordedServerPid(cluster: string): number | undefined {
  return recordedPid(join(cluster, 'postmaster.pid'))
}

/**
 * After a crash PostgreSQL takes a lock file for live when its number now belongs to any process at all, which in a
 * container is likely. Read, judged and removed without a pause, so that a file written meanwhile is not the one removed.
 */
export function removeStaleLockFiles({ cluster, socketDir }: DataPaths): void {
  for (const path of [join(cluster, 'postmaster.pid'), join(socketDir, `.s.PGSQL.${PORT}.lock`)]) {
    const pid = recordedPid(path)
    const isStale = pid === undefined ? isAbandoned(path) : !isServerOf(pid, cluster)
    if (isStale) rmSync(path, { force: true })
  }
}

/** A server fills its lock file at once; one that stays empty is of a server that was cut short. */
function isAbandoned(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS
}

function recordedPid(path: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(path, 'utf8'), 10)
    return pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

function isServerOf(pid: number, cluster: string): boolean {
  const [file = '', ...args] = commandLine(pid)
  return basename(file) === 'postgres' && args.includes(cluster)
}

function commandLine(pid: number): string[] {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).split(' ')
  } catch {
    return []
  }
}
