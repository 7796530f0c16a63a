import { existsSync, realpathSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { StartRefused } from '#platform/start-refused.ts'
import { openCluster } from './cluster.ts'
import { dataPathsIn, openDataDir, openSocketDir } from './data-paths.ts'
import { launchServer } from './launch-server.ts'
import type { Way } from './run-as.ts'
import { chooseRunner } from './runner.ts'
import { type EmbeddedAddress, embeddedAddress, look } from './service-lock.ts'
import { serverSettings } from './settings.ts'
import { yieldToRunning } from './yield-to-running.ts'

export type EmbeddedServer = {
  /** For pg: new Pool(connection). Unix socket only. */
  address: EmbeddedAddress
  /** Resolves when the server has ended, whyever. */
  ended: Promise<void>
  /** Fast shutdown; resolves when the server has ended. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  dataDir: string
  /** Further PostgreSQL settings; they win over ours. */
  settings?: Record<string, string>
  /** For tests: the ways to try, and the package to take the binaries from. */
  ways?: Way[]
  packageDir?: string
}

const COLLISION_LIMIT_MS = 60_000

/** Starts PostgreSQL on dataDir (creating it on first use); refuses when another service holds it. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { settings = {}, ways, packageDir } = options
  const places = dataPathsIn(openDataDir(options.dataDir))
  const runner = await chooseRunner({ dataDir: places.dataDir, ways, packageDir })
  await openCluster(places, runner, settings.fsync !== 'off')
  openSocketDir(places.socketDir, places.dataDir)
  const launch = { places, runner, settings: { ...serverSettings(places.socketDir), ...settings } }

  const deadline = Date.now() + COLLISION_LIMIT_MS
  while (Date.now() < deadline) {
    await yieldToRunning(places)
    const launched = await launchServer(launch)
    if (launched) return { address: embeddedAddress(places.socketDir), ...launched }
    // Another start was faster, or what is left of a killed server is still ending.
    await delay(50)
  }
  throw new StartRefused(`Processes of an earlier PostgreSQL still use ${places.cluster}; end them first.`)
}

/** The connection of a server that a running service holds on dataDir, or undefined. */
export async function findRunning(dataDir: string): Promise<EmbeddedAddress | undefined> {
  if (!existsSync(dataDir)) return undefined
  const { socketDir } = dataPathsIn(realpathSync(dataDir))
  return (await look(socketDir)) === 'held' ? embeddedAddress(socketDir) : undefined
}
