import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'

const TICKS_PER_SECOND = 100

/** The memory of a process in MB; undefined where the system does not tell. */
export async function memoryOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
}

/** The most memory that a process has had so far, in MB; undefined where the system does not tell. */
export async function peakMemoryOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
}

/** CPU seconds of a process so far, and of the database connections that it opened under a name. */
export type CpuMeter = () => Promise<{ process: number; database: number }>

export function cpuMeter(client: pg.Client, pid: number, applicationName: string): CpuMeter {
  return async () => {
    const { rows } = await client.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE application_name = $1',
      [applicationName],
    )
    const backends = await Promise.all(rows.map((row) => cpuSeconds(row.pid)))
    return { process: await cpuSeconds(pid), database: backends.reduce((sum, one) => sum + one, 0) }
  }
}

/** CPU seconds of all that descend from a process, by default this one, those included that have ended. */
export async function cpuOfDescendants(ancestor = process.pid): Promise<number> {
  const pids = (await readdir('/proc').catch(() => [])).map(Number).filter((pid) => pid > 0)
  const processes = await Promise.all(pids.map(async (pid) => ({ pid, ...(await statOf(pid)) })))
  const below = (pid: number): number =>
    processes.reduce((sum, one) => {
      if (one.pid === pid) return sum + one.secondsOfEnded
      return one.parent === pid ? sum + one.seconds + below(one.pid) : sum
    }, 0)
  return below(ancestor)
}

export async function cpuSeconds(pid: number): Promise<number> {
  return (await statOf(pid)).seconds
}

type Stat = { parent: number; seconds: number; secondsOfEnded: number }

/** The parent of a process, and its CPU seconds; zeros where the system does not tell. */
async function statOf(pid: number): Promise<Stat> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in parentheses may hold spaces; the fields are counted after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const seconds = (index: number) => Number(fields[index] ?? 0) / TICKS_PER_SECOND
  return {
    parent: Number(fields[1] ?? 0),
    seconds: seconds(11) + seconds(12),
    secondsOfEnded: seconds(13) + seconds(14),
  }
}
