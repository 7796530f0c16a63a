import { readFile } from 'node:fs/promises'
import { cpus, release, totalmem } from 'node:os'
import type pg from 'pg'
import { cpuOfDescendants, cpuSeconds } from '../harness/usage.ts'

const TICKS_PER_SECOND = 100

/** What figures were measured on. */
export type Machine = {
  processor: string
  cores: number
  memoryGiB: number
  system: string
  node: string
  postgres: string
}

export async function describeMachine(client: Pick<pg.Client, 'query'>): Promise<Machine> {
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
  const system = await readFile('/etc/os-release', 'utf8').catch(() => '')
  const name = /^PRETTY_NAME="?(.*?)"?$/m.exec(system)?.[1] ?? process.platform
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 1024 ** 3),
    // Without what the builder of the kernel has added to its version.
    system: `${name}, kernel ${release().split('-')[0]}`,
    node: process.versions.node,
    postgres: rows[0]?.server_version.split(' ')[0] ?? 'unknown',
  }
}

/**
 * How much of the machine other programs had, in percent, since the watch was started: figures that were measured beside
 * much other work are marked. Undefined where the system does not tell.
 */
export type Watch = () => Promise<number | undefined>

export async function watchOthers(): Promise<Watch> {
  const before = await spent()
  return async () => {
    const after = await spent()
    if (!before || !after || after.all <= before.all) return undefined
    const busy = after.busy - before.busy - (after.ours - before.ours)
    return Math.max(0, Math.round((busy * 100) / (after.all - before.all)))
  }
}

/** CPU seconds of the machine, all and those in which it worked, and of this process with all that it has started. */
async function spent(): Promise<{ all: number; busy: number; ours: number } | undefined> {
  const stat = await readFile('/proc/stat', 'utf8').catch(() => '')
  const fields = /^cpu +(.*)$/m.exec(stat)?.[1]?.split(' ').map(Number)
  if (!fields) return undefined
  // Time of guests is in that of users already.
  const all = fields.slice(0, 8).reduce((sum, one) => sum + one, 0)
  const [, , , idle = 0, waiting = 0] = fields
  const ours = (await cpuOfDescendants()) + (await cpuSeconds(process.pid))
  return { all: all / TICKS_PER_SECOND, busy: (all - idle - waiting) / TICKS_PER_SECOND, ours }
}
