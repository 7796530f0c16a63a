import { type Child, startChild } from '../../bench/harness/child.ts'

/** A call of the service; `{serial}` in its address or body is another number each time. */
export type Call = { method: string; url: string; headers: Record<string, string>; body?: string }

/**
 * Calls in turn for some seconds: so many a second, `atOnce` of them together, or as many as callers who wait for each
 * answer can make.
 */
export type CallsJob = { calls: Call[]; seconds: number } & (
  | { perSecond: number; atOnce?: number }
  | { callers: number }
)

export type CallsResult = {
  answers: number
  /** How many answers had each status; `failed CODE` counts calls without one. */
  statuses: Record<string, number>
  p50: number
  p99: number
  longestMs: number
}

export type Caller = Child<CallsJob, CallsResult>

/** Several at once need one each. */
export function startCaller(): Caller {
  return startChild<CallsJob, CallsResult>('../cluster/harness/calls-process.ts', {})
}

/** Answers of a server error, and calls without an answer. */
export function failuresIn({ statuses }: CallsResult): number {
  const isFailure = (status: string) => status.startsWith('failed') || status.startsWith('5')
  return Object.entries(statuses).reduce((sum, [status, count]) => sum + (isFailure(status) ? count : 0), 0)
}

export function describe({ answers, statuses, p50, p99 }: CallsResult): string {
  const counts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
  return `${answers} answers: ${counts.join(', ')}; p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
}
