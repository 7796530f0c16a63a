import { test } from 'node:test'

/** The short form runs each proof once and moves leases on; the long one kills many times and waits for them. */
export const isLong = process.env.FAULTS !== 'short'

export function inLength<T>(short: T, long: T): T {
  return isLong ? long : short
}

/** A proof that has to wait for a lease to end. */
export const testWhenLong: (name: string, proof: () => Promise<void>) => void = isLong ? test : () => {}
