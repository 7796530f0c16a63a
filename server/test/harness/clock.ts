import type { Clock } from '#platform/clock.ts'

export type SettableClock = Clock & { advance(seconds: number): void }

/** The present, until a test moves it on. */
export function settableClock(): SettableClock {
  let aheadMs = 0
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance(seconds) {
      aheadMs += seconds * 1000
    },
  }
}
