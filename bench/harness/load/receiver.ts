import { type Child, startChild } from '../child.ts'

/** Waits until so many different callbacks have come; `start` forgets what came before. */
export type ReceiverJob = { start: boolean; until: number; withinSeconds: number }

export type ReceiverResult = {
  port: number
  /** All calls, and how many of them were of different events or for different endpoints. */
  calls: number
  distinct: number
  firstAt: number
  lastAt: number
  /** From the moment that is noted in the event to its arrival, in milliseconds. */
  p50: number
  p95: number
  p99: number
}

export type Receiver = Child<ReceiverJob, ReceiverResult>

/** It has a process of its own, and takes what the service and its reference send alike. */
export function startReceiver(): Receiver {
  return startChild<ReceiverJob, ReceiverResult>('harness/load/receiver-process.ts', {})
}
