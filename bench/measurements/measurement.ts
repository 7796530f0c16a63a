import type { Bench } from '../harness/bench.ts'
import type { Comparison } from '../harness/compare.ts'

/** A call and its reference, side by side; `target` is the share of the reference's rate that is aimed at, if any is. */
export type RateMeasurement = {
  name: string
  target: number | undefined
  run(bench: Bench): Promise<Comparison>
  /** Loads the service alone, to be profiled. */
  loadService(bench: Bench, seconds: number): Promise<unknown>
}
