import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '#platform/log.ts'
import { JOBS_SCHEMA } from './install.ts'

/** Between two looks at the queues. */
const PAUSE_MS = 500

/** By `LATERAL … LIMIT`, PostgreSQL asks the index of waiting jobs for each queue, however many jobs are done. */
const DUE_QUEUES = `
  SELECT queue.name FROM unnest($1::text[]) AS queue (name)
  CROSS JOIN LATERAL (
    SELECT FROM ${JOBS_SCHEMA}.job
    WHERE job.name = queue.name AND job.state < 'active' AND NOT job.blocked AND job.start_after <= now()
    LIMIT 1) AS due`

/**
 * Calls `wake` for each queue with a job that can begin, again and again until stopped. One query asks for all queues: the
 * workers, of which there are more than queues, would ask as often one by one.
 */
export function watchQueues(pool: pg.Pool, names: string[], wake: (name: string) => unknown, log: Log) {
  const stopping = new AbortController()
  const { signal } = stopping

  async function look(): Promise<void> {
    try {
      const { rows } = await pool.query<{ name: string }>(DUE_QUEUES, [names])
      if (!signal.aborted) await Promise.all(rows.map(({ name }) => wake(name)))
    } catch (error) {
      log.error({ err: error }, 'jobs.failed')
    }
  }

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      await look()
      await wait(PAUSE_MS, undefined, { signal }).catch(() => {})
    }
  }

  const watching = watch()
  return {
    async stop(): Promise<void> {
      stopping.abort()
      await watching
    },
  }
}
