import { setTimeout as delay } from 'node:timers/promises'
import { removeDrafts, takeOwnership } from './cluster.ts'
import type { DataPaths } from './data-paths.ts'
import { findServerPid, recordedServerPid, removeStaleLockFiles } from './lock-files.ts'
import type { Runner } from './runner.ts'
import { lastLines, openLog, type ServerLog } from './server-log.ts'
import { type ServerProcess, spawnServer } from './server-process.ts'
import { createDatabase, holdServiceLock, look } from './service-lock.ts'

export type Launch = { places: DataPaths; runner: Runner; settings: Record<string, string> }

type Launched = { ended: Promise<void>; stop(): Promise<void> }

const POLL_MS = 20
const SILENCE_LIMIT_MS = 60_000

/** Starts the server and takes the service lock; undefined when another server got in the way. */
export async function launchServer({ places, runner, settings }: Launch): Promise<Launched | undefined> {
  takeOwnership(places, runner.way)
  removeStaleLockFiles(places)
  const log = openLog(places.log)
  try {
    const server = spawnServer({ runner, cluster: places.cluster, settings, logFd: log.fd })
    if (!(await isReady(server, places, log))) return undefined
    return await settle(server, places).catch(async (error) => {
      await server.stop()
      throw error
    })
  } finally {
    log.close()
  }
}

/** Waits until this server accepts connections; crash recovery gets as much time as it needs. */
async function isReady(server: ServerProcess, { cluster, socketDir }: DataPaths, log: ServerLog): Promise<boolean> {
  let lastHeard = Date.now()
  while (!server.hasEnded()) {
    const sighting = await look(socketDir)
    if ((sighting === 'free' || sighting === 'held') && recordedServerPid(cluster) === server.pid) return true
    if (sighting === 'changing') lastHeard = Date.now()
    if (Date.now() - lastHeard > SILENCE_LIMIT_MS) {
      await server.stop()
      throw failure('does not answer', log)
    }
    await delay(POLL_MS)
  }
  if (findServerPid(cluster) !== undefined || isCollision(log.read())) return false
  throw failure('ended at once', log)
}

function isCollision(text: string): boolean {
  return /lock file ".*" (already exists|is empty)|pre-existing shared memory block/.test(text)
}

function failure(what: string, log: ServerLog): Error {
  return new Error(`PostgreSQL ${what}. The end of its log:\n${lastLines(log.read())}`)
}

async function settle(server: ServerProcess, { dataDir, socketDir }: DataPaths): Promise<Launched | undefined> {
  const lock = await holdServiceLock(socketDir)
  if (!lock) return undefined
  void server.ended.then(() => lock.release())
  await createDatabase(socketDir)
  await removeDrafts(dataDir)
  return {
    ended: server.ended,
    async stop() {
      lock.release()
      await server.stop()
    },
  }
}
