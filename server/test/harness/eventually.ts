import { setTimeout as wait } from 'node:timers/promises'

/** Waits until a look answers something other than undefined or false, and gives that answer. How long is not a measure. */
export async function eventually<T>(
  look: () => T | Promise<T>,
  { withinSeconds = 30, everyMs = 20 }: { withinSeconds?: number; everyMs?: number } = {},
): Promise<Exclude<T, undefined | false>> {
  const end = Date.now() + withinSeconds * 1000
  for (;;) {
    const seen = await look()
    if (seen !== undefined && seen !== false) return seen as Exclude<T, undefined | false>
    if (Date.now() > end) throw new Error(`It did not come about within ${withinSeconds} seconds: ${look}`)
    await wait(everyMs)
  }
}
