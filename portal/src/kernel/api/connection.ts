import { useSyncExternalStore } from 'react'

/** `outdated`: the server has another version of the portal, and files of this one are gone. */
export type Connection = 'fine' | 'lost' | 'outdated'

const LOOK_EVERY_MS = 4000
const HEALTH = '/health/live'

let connection: Connection = 'fine'
let looking: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(next: Connection): void {
  if (connection === next) return
  connection = next
  for (const listener of listeners) listener()
}

export function useConnection(): Connection {
  return useSyncExternalStore(listen, () => connection)
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The server could not be reached. It is polled until it answers again. */
export function connectionLost(): void {
  if (connection !== 'fine') return
  set('lost')
  looking = setTimeout(() => void lookAgain(), LOOK_EVERY_MS)
}

/** Checks the server now; returns whether it answers. */
export async function lookAgain(): Promise<boolean> {
  clearTimeout(looking)
  const isThere = await fetch(HEALTH, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isThere) set('fine')
  else looking = setTimeout(() => void lookAgain(), LOOK_EVERY_MS)
  return isThere
}

/** Sets what to do each time the server can be reached again. */
export function onConnectionBack(handler: () => void): void {
  listen(() => {
    if (connection === 'fine') handler()
  })
}

/** Resolves when there is something to say about the connection. */
export function connectionTrouble(): Promise<void> {
  return new Promise((resolve) => {
    const stop = listen(() => {
      stop()
      resolve()
    })
  })
}

/** Waits until the server answers. */
function untilFine(): Promise<void> {
  return new Promise((resolve) => {
    const stop = listen(() => {
      if (connection !== 'fine') return
      stop()
      resolve()
    })
  })
}

/**
 * Loads a part of the portal. Without a connection it waits for one, and the page that is open stays; a part that is gone,
 * since another version was installed, is offered with a reload. Never does it end on an error page of the browser.
 */
export async function loadModule<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let isGone = false; ; ) {
    try {
      return await load()
    } catch (error) {
      if (!isLoadFailure(error)) throw error
      if (await lookAgain()) {
        if (isGone) {
          set('outdated')
          return new Promise(() => {})
        }
        // The connection may have come back since it failed.
        isGone = true
        continue
      }
      isGone = false
      set('lost')
      await untilFine()
      await loadStylesAgain()
    }
  }
}

/** As browsers say it: no two of them alike. */
function isLoadFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module|module script|preload/i.test(error.message)
  )
}

/** Loads the style sheets that failed; browsers try each only once. */
async function loadStylesAgain(): Promise<void> {
  const failed = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(({ sheet }) => !sheet)
  await Promise.all(
    failed.map((link) => {
      const again = link.cloneNode() as HTMLLinkElement
      return new Promise((resolve) => {
        again.addEventListener('load', resolve)
        again.addEventListener('error', resolve)
        link.replaceWith(again)
      })
    }),
  )
}

/** Hears of the connection from the browser as well. */
export function watchConnection(): void {
  window.addEventListener('offline', connectionLost)
  window.addEventListener('online', () => void lookAgain())
}
