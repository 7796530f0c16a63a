import { setTimeout as delay } from 'node:timers/promises'
import { StartRefused } from '#platform/start-refused.ts'
import type { DataPaths } from './data-paths.ts'
import { findServerPid } from './lock-files.ts'
import { endServer } from './server-process.ts'
import { holdServiceLock, look } from './service-lock.ts'

const POLL_MS = 20
const SILENCE_LIMIT_MS = 60_000
// A service takes the lock within a few polls of its server's start; a server still free after this has lost its own.
const ORPHAN_AFTER_MS = 2_000
// The lock of a service that was killed a moment ago goes when PostgreSQL notices.
const RUNNING_AFTER_MS = 1_000

/**
 * Resolves when no server is on the data folder: waits for one that changes, stops an orphan, refuses beside a service that
 * goes on running.
 */
export async function yieldToRunning(places: DataPaths): Promise<void> {
  let lastHeard = Date.now()
  let freeSince: number | undefined
  let heldSince: number | undefined
  for (;;) {
    const sighting = await look(places.socketDir)
    const pid = findServerPid(places.cluster)
    if (sighting === 'absent' && pid === undefined) return
    heldSince = since(sighting === 'held', heldSince)
    if (hasPassed(RUNNING_AFTER_MS, heldSince)) throw refuseSecond(places)
    if (sighting === 'changing') lastHeard = Date.now()
    freeSince = since(sighting === 'free', freeSince)
    if (hasPassed(ORPHAN_AFTER_MS, freeSince)) await stopOrphan(places)
    if (hasPassed(SILENCE_LIMIT_MS, lastHeard)) throw refuseSilent(places, pid)
    await delay(POLL_MS)
  }
}

/** Since when it is so; undefined if it is not. */
function since(isSo: boolean, before: number | undefined): number | undefined {
  return isSo ? (before ?? Date.now()) : undefined
}

function hasPassed(milliseconds: number, since: number | undefined): boolean {
  return since !== undefined && Date.now() - since > milliseconds
}

async function stopOrphan({ cluster, socketDir }: DataPaths): Promise<void> {
  const pid = findServerPid(cluster)
  const lock = await holdServiceLock(socketDir).catch(() => undefined)
  if (pid === undefined || !lock) return
  lock.release()
  await endServer(pid, untilGone(pid, cluster))
}

async function untilGone(pid: number, cluster: string): Promise<void> {
  while (findServerPid(cluster) === pid) await delay(POLL_MS)
}

function refuseSecond({ dataDir }: DataPaths): StartRefused {
  return new StartRefused(`Another Dossier is running on ${dataDir}; stop it first, or set DATA_DIR to another folder.`)
}

function refuseSilent({ cluster }: DataPaths, pid: number | undefined): StartRefused {
  return new StartRefused(
    `An earlier PostgreSQL${pid ? ` (process ${pid})` : ''} still holds ${cluster} and cannot be stopped; end it first.`,
  )
}
