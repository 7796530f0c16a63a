import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { toStderr } from '#platform/db/connections/connect-at-start.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { type EmbeddedOptions, type EmbeddedServer, startEmbedded } from './embedded.ts'

/** Before each next start of a server that dies again and again; after the last one it is given up. */
const WAITS_MS = [0, 1000, 2000, 4000, 8000]
/** A server that has run so long is well again. */
const WELL_AFTER_MS = 600_000

export type KeptServer = Pick<EmbeddedServer, 'address' | 'stop'> & {
  /** Resolves with the reason once the server was given up. */
  lost: Promise<StartRefused>
}

type Upkeep = { say?: (line: string) => void; waitsMs?: readonly number[] }

/** Starts PostgreSQL on dataDir, and again when it dies by itself: killed for want of memory, say. */
export async function keepEmbedded(
  options: EmbeddedOptions,
  { say = toStderr, waitsMs = WAITS_MS }: Upkeep = {},
): Promise<KeptServer> {
  let server = await startEmbedded(options)
  const stopping = new AbortController()
  const { signal } = stopping
  const aborted = once(signal, 'abort')

  async function startAgain(waitMs: number): Promise<void> {
    await delay(waitMs, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    try {
      server = await startEmbedded(options)
    } catch (error) {
      say((error as Error).message)
    }
  }

  async function watch(): Promise<StartRefused | undefined> {
    let deaths = 0
    for (;;) {
      const startedAt = performance.now()
      await Promise.race([server.ended, aborted])
      if (signal.aborted) return undefined
      if (performance.now() - startedAt > WELL_AFTER_MS) deaths = 0
      const waitMs = waitsMs[deaths]
      deaths += 1
      if (waitMs === undefined) return givenUp(deaths, options.dataDir)
      say(`PostgreSQL has ended by itself; starting it again (${deaths} of ${waitsMs.length}).`)
      await startAgain(waitMs)
    }
  }

  const watching = watch()
  return {
    address: server.address,
    lost: watching.then((reason) => reason ?? new Promise<never>(() => {})),
    async stop() {
      stopping.abort()
      await watching
      await server.stop()
    },
  }
}

function givenUp(deaths: number, dataDir: string): StartRefused {
  return new StartRefused(
    `PostgreSQL has ended by itself ${deaths} times in a short time; its log ${dataDir}/postgres.log says why.`,
  )
}
