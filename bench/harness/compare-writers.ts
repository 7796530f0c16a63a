import { type Bench, NAMES } from './bench.ts'
import type { Child } from './child.ts'
import { type Comparison, compare } from './compare.ts'
import type { Round } from './load/load.ts'
import { cpuMeter } from './usage.ts'

let rounds = 0

/** The serial of new rows, which was not used before. */
export function nextSerials(): string {
  rounds += 1
  return String(rounds).padStart(3, '0')
}

/** The service, which stores new things, against a process of ours that does nothing but insert them. */
export function compareWriters(
  { database: { client }, service, options }: Bench,
  reference: Child<{ seconds: number; serials: string }, Round>,
  loadService: (seconds: number) => Promise<Round>,
): Promise<Comparison> {
  return compare(
    {
      run: (seconds) => reference.ask({ seconds, serials: nextSerials() }),
      cpu: cpuMeter(client, reference.pid, NAMES.reference),
    },
    { run: loadService, cpu: cpuMeter(client, service.pid, NAMES.subject) },
    options.seconds,
  )
}
