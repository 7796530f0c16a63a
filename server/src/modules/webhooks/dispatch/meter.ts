import { Counter, Histogram, type Registry } from 'prom-client'
import type { Attempt } from '#modules/webhooks/subscriptions/schemas.ts'

/** Counts what this process sends. */
export type Meter = {
  attempted(attempt: Attempt): void
  /** A delivery is sent for the first time, so long after its event. */
  begun(delayMs: number): void
}

export function openMeter(registry: Registry): Meter {
  const attempts = new Counter({
    name: 'dossier_callback_attempts_total',
    help: 'Callbacks that were sent, by outcome: 2xx to 5xx, or what kept an answer away.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const duration = new Histogram({
    name: 'dossier_callback_duration_seconds',
    help: 'Time until an endpoint had answered, or was given up.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers: [registry],
  })
  const delay = new Histogram({
    name: 'dossier_callback_delay_seconds',
    help: 'Time from an event to the first attempt of its callback.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1800, 7200],
    registers: [registry],
  })
  return {
    begun: (delayMs) => delay.observe(Math.max(0, delayMs) / 1000),
    attempted({ outcome, status_code, duration_ms }) {
      attempts.inc({ outcome: status_code === null ? outcome : `${Math.floor(status_code / 100)}xx` })
      duration.observe(duration_ms / 1000)
    },
  }
}
