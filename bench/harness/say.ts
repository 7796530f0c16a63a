import { decimals } from './table.ts'
import { cpuOfDescendants, cpuSeconds } from './usage.ts'

/** Longer than this nobody waits for what is to be measured. */
const MAX_LOADING_SECONDS = 120

export function say(what: string): void {
  console.log(`${decimals(process.uptime(), 0).padStart(4)} s  ${what}`)
}

/** Loads something, and says how long that took, and how much of the processors. */
export async function loading<T>(what: string, load: () => Promise<T>): Promise<T> {
  say(`loading ${what}`)
  const startedAt = performance.now()
  const before = await cpuOfAll()
  const result = await load()
  const seconds = (performance.now() - startedAt) / 1000
  const verdict = seconds > MAX_LOADING_SECONDS ? `, more than ${MAX_LOADING_SECONDS} s` : ''
  const cpu = (await cpuOfAll()) - before
  say(`loaded ${what} in ${decimals(seconds, 1)} s${verdict}; ${decimals(cpu, 0)} s of CPU time`)
  return result
}

/** CPU seconds of this process and all that it has started. */
async function cpuOfAll(): Promise<number> {
  return (await cpuSeconds(process.pid)) + (await cpuOfDescendants())
}
