import type { Bench } from '../harness/bench.ts'
import type { Comparison, SideResult } from '../harness/compare.ts'
import { decimals } from '../harness/table.ts'
import { cpuMicros, type Findings, ratio } from '../report/findings.ts'

/** A call and its reference, side by side; `target` is the share of the reference's rate that is aimed at, if any is. */
export type RateMeasurement = {
  name: string
  target: number | undefined
  run(bench: Bench): Promise<Comparison>
  /** Loads the service alone, to be profiled. */
  loadService(bench: Bench, seconds: number): Promise<unknown>
}

const HEAD = ['measurement', 'reference/s', 'subject/s', 'ratio', 'target', 'verdict', 'p50 ms', 'p99 ms']
const USAGE_HEAD = ['RSS MB', 'CPU µs of reference', 'CPU µs of subject']

/** The rates of the two sides, the memory of the service before and after, and what an answer costs. */
export function rateFindings(
  measurement: RateMeasurement,
  comparison: Comparison,
  memory: readonly [before: number | undefined, after: number | undefined],
): Findings {
  const { reference, subject } = comparison
  const row = [
    ...rateCells(measurement, comparison),
    memory.map((one) => decimals(one, 0)).join(' to '),
    cpuCell(reference),
    cpuCell(subject),
  ]
  return {
    tables: [{ head: [...HEAD, ...USAGE_HEAD], rows: [row] }],
    figures: [
      ratio('rate', subject.rate / reference.rate),
      cpuMicros('an answer', subject.processMicros + subject.databaseMicros),
    ],
  }
}

function rateCells({ name, target }: RateMeasurement, { reference, subject }: Comparison): string[] {
  const share = subject.rate / reference.rate
  const verdict = target === undefined ? '–' : share >= target ? 'met' : 'below'
  const rates = [decimals(reference.rate, 0), decimals(subject.rate, 0), decimals(share, 2), decimals(target, 2)]
  return [name, ...rates, verdict, decimals(subject.p50, 2), decimals(subject.p99, 2)]
}

function cpuCell({ processMicros, databaseMicros }: SideResult): string {
  return `${decimals(processMicros, 0)} + ${decimals(databaseMicros, 0)} in PostgreSQL`
}
