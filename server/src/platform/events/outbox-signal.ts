import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { ignoreConnectionErrors } from '#platform/db/connections/preparing-connection.ts'
import { applySessionSettings } from '#platform/db/connections/session-settings.ts'
import type { DatabaseAddress } from '#platform/db/db.ts'

const CHANNEL = 'dossier_news'
/** Commits that notify wait for one another, so that it is done seldom, and never within the work itself. */
const NOTIFY_EVERY_MS = 20
const RECONNECT_AFTER_MS = 1000

/** Word that something is to be handed out. Whoever hands out looks by itself too: word may be lost, events may not. */
export type OutboxSignal = {
  notify(): void
  /** Calls back at news of this process and of others; answers how to stop. */
  listen(onNews: () => void): () => Promise<void>
}

export function openOutboxSignal(connection: DatabaseAddress, pool: pg.Pool): OutboxSignal {
  let heard: (() => void) | undefined
  const notify = atMostEvery(NOTIFY_EVERY_MS, () => pool.query(`NOTIFY ${CHANNEL}`).catch(() => {}))
  return {
    notify: () => (heard ?? notify)(),
    listen(onNews) {
      heard = onNews
      const stopHearing = listenToOthers(connection, onNews)
      return async () => {
        heard = undefined
        await stopHearing()
      }
    },
  }
}

/** At once, and not again until so much later, though what is asked for meanwhile is done then. */
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

function listenToOthers(connection: DatabaseAddress, onNews: () => void): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const ended = (async () => {
    while (!signal.aborted) {
      await listenUntilBroken(connection, onNews, signal).catch(() => {})
      await delay(RECONNECT_AFTER_MS, undefined, { signal }).catch(() => {})
    }
  })()
  return async () => {
    stopping.abort()
    await ended
  }
}

async function listenUntilBroken(connection: DatabaseAddress, onNews: () => void, signal: AbortSignal): Promise<void> {
  const client = new pg.Client({
    ...connection,
    pipeline: true,
    application_name: 'dossier',
    connectionTimeoutMillis: 10_000,
  } as pg.ClientConfig)
  ignoreConnectionErrors(client)
  const broken = new Promise<void>((resolve) => client.once('end', () => resolve()))
  client.on('notification', onNews)
  const end = () => void client.end().catch(() => {})
  signal.addEventListener('abort', end, { once: true })
  try {
    // A connection that is ended while it is being made never says so.
    await Promise.race([client.connect(), broken])
    if (signal.aborted) return
    applySessionSettings(client)
    await client.query(`LISTEN ${CHANNEL}`)
    await broken
  } finally {
    signal.removeEventListener('abort', end)
    end()
  }
}
