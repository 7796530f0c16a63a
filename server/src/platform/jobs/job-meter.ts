import { Gauge, Histogram, type Registry } from 'prom-client'

/** Stopped: the worker ended first, or the run took too long; the job is run again. */
export type JobOutcome = 'completed' | 'failed' | 'stopped'

/** Counts the runs of jobs in this process. */
export type JobMeter = { ran(job: string, outcome: JobOutcome, durationMs: number): void }

export function openJobMeter(registry: Registry): JobMeter {
  const duration = new Histogram({
    name: 'dossier_job_duration_seconds',
    help: 'How long runs of jobs took, by job and outcome.',
    labelNames: ['job', 'outcome'],
    buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600, 3600],
    registers: [registry],
  })
  const lastSuccess = new Gauge({
    name: 'dossier_job_last_success_timestamp_seconds',
    help: 'When a run of the job was last completed by this process.',
    labelNames: ['job'],
    registers: [registry],
  })
  return {
    ran(job, outcome, durationMs) {
      duration.observe({ job, outcome }, durationMs / 1000)
      if (outcome === 'completed') lastSuccess.setToCurrentTime({ job })
    },
  }
}
