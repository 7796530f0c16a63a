import { type Child, startChild } from '../child.ts'

/** What the load generator sends. Every request takes one of the paths at random. */
export type LoadJob = {
  url: string
  headers: Record<string, string>
  connections: number
  paths: string[]
  /** Until when: for some seconds, or until so many answers have come. */
  until: { seconds: number } | { answers: number }
  /** PUT a new value below the path instead of GET; serials begin with this. */
  newValues?: string
  /** DELETE the paths in their order, each once, instead of GET; 204 is expected. */
  isDeletion?: boolean
  /** POST this form instead of GET, each time with another serial in its place; 201 is expected, or what `answer` says. */
  forms?: { contentType: string; body: string; serialAt: number; serials: string; answer?: number }
}

/** Answers each second, and latencies in milliseconds. */
export type Round = { answers: number; rate: number; p50: number; p95: number; p99: number }

export type Load = Child<LoadJob, Round>

/** The generator has a process of its own: what it measures must not wait for what it does. */
export function startLoad(): Load {
  return startChild<LoadJob, Round>('harness/load/load-process.ts', {})
}

export function summarise(latencies: number[], elapsedMs: number): Round {
  const sorted = Float64Array.from(latencies).sort()
  const quantile = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  return {
    answers: sorted.length,
    rate: (sorted.length * 1000) / elapsedMs,
    p50: quantile(0.5),
    p95: quantile(0.95),
    p99: quantile(0.99),
  }
}
