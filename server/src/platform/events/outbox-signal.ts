import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { ignoreConnectionErrors } from '#platform/db/connections/preparing-connection.ts'
import { applySessionSettings } from '#platform/db/connections/session-settings.ts'
import type { DatabaseAddress } from '#platform/db/db.ts'

const CHANNEL = 'dossier_events'
/** Commits that notify wait for one another, so signals are throttled and never sent within the work itself. */
const NOTIFY_EVERY_MS = 20
const RECONNECT_AFTER_MS = 1000

/** Signals that the outbox holds events. A signal may be lost, an event may not: dispatchers poll the outbox as well. */
export type OutboxSignal = {
  notify(): void
  /** Calls `onSignal` for signals of this process and of others. Returns a function that stops it. */
  listen(onSignal: () => void): () => Promise<void>
}

export function openOutboxSignal(address: DatabaseAddress, pool: pg.Pool): OutboxSignal {
  let heard: (() => void) | undefined
  const notify = atMostEvery(NOTIFY_EVERY_MS, () => pool.query(`NOTIFY ${CHANNEL}`).catch(() => {}))
  return {
    notify: () => (heard ?? notify)(),
    listen(onSignal) {
      heard = onSignal
      const stopHearing = listenToOthers(address, onSignal)
      return async () => {
        heard = undefined
        await stopHearing()
      }
    },
  }
}

/** Acts at once, then at most once per interval; calls within the interval are combined into one at its end. */
function atMostEvery(milliseconds: number, act: () => unknown): () => void {
  let isResting = false
  let isAskedFor = false
  const rest = () => {
    isResting = isAskedFor
    if (!isAskedFor) return
    isAskedFor = false
    act()
    setTimeout(rest, milliseconds).unref()
  }
  return () => {
    isAskedFor = true
    if (!isResting) rest()
  }
}

function listenToOthers(address: DatabaseAddress, onSignal: () => void): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const ended = (async () => {
    while (!signal.aborted) {
      await listenUntilBroken(address, onSignal, signal).catch(() => {})
      await delay(RECONNECT_AFTER_MS, undefined, { signal }).catch(() => {})
    }
  })()
  return async () => {
    stopping.abort()
    await ended
  }
}

async function listenUntilBroken(address: DatabaseAddress, onSignal: () => void, signal: AbortSignal): Promise<void> {
  const connection = new pg.Client({
    ...address,
    pipeline: true,
    application_name: 'dossier',
    connectionTimeoutMillis: 10_000,
  } as pg.ClientConfig)
  ignoreConnectionErrors(connection)
  const broken = new Promise<void>((resolve) => connection.once('end', () => resolve()))
  connection.on('notification', onSignal)
  const end = () => void connection.end().catch(() => {})
  signal.addEventListener('abort', end, { once: true })
  try {
    // `connect` never settles if the connection is ended meanwhile, hence the race.
    await Promise.race([connection.connect(), broken])
    if (signal.aborted) return
    applySessionSettings(connection)
    await connection.query(`LISTEN ${CHANNEL}`)
    await broken
  } finally {
    signal.removeEventListener('abort', end)
    end()
  }
}
