import type { Clock } from '#platform/clock.ts'

export type SettableClock = Clock & {
  advance(seconds: number): void
  /** For what ends after a short time: from now on, only `advance` moves the clock. */
  stop(): void
}

/** The present, until a test stops it or moves it on. */
export function settableClock(): SettableClock {
  let aheadMs = 0
  let stoppedAt: number | undefined
  return {
    now: () => new Date((stoppedAt ?? Date.now()) + aheadMs),
    advance(seconds) {
      aheadMs += seconds * 1000
    },
    stop() {
      stoppedAt ??= Date.now()
    },
  }
}
