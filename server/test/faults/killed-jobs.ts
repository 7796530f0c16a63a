import type { TestApp } from '#test/harness/app.ts'
import { eventually } from '#test/harness/eventually.ts'
import { type Hold, hold } from './holds.ts'
import { isLong } from './length.ts'

/** What a job that was killed may take: who died is noticed first, and his job waits longer each time. */
export const WITHIN_SECONDS = isLong ? 240 : 60

/** A change of a row that can be made to wait; where one is deleted, in the commit. */
export type Trigger = { table: string; when: string; event: 'INSERT' | 'UPDATE' | 'DELETE'; isInCommit?: boolean }

/** Makes transactions that change such a row wait, once they come to it. `name` is of this hold alone. */
export async function holdChange(service: TestApp, name: string, trigger: Trigger): Promise<Hold> {
  const { table, event, when, isInCommit = false } = trigger
  const how = isInCommit
    ? `CREATE CONSTRAINT TRIGGER ${name} AFTER ${event} ON ${table} DEFERRABLE INITIALLY DEFERRED`
    : `CREATE TRIGGER ${name} BEFORE ${event} ON ${table}`
  await service.pool.query(`
    CREATE OR REPLACE FUNCTION wait_there() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(hashtextextended(tg_name, 0)); RETURN new; END $$;
    ${how} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION wait_there()`)
  return hold(service, 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
}

/** Until somebody waits there. */
export async function untilHeld(held: Hold): Promise<void> {
  await eventually(() => held.waiter().catch(() => false as const), { withinSeconds: WITHIN_SECONDS })
}

/** The jobs of a feature that somebody is doing, dead or alive. */
export async function runningJobs({ pool }: TestApp, feature: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM jobs.job WHERE name LIKE $1 || '.%' AND state = 'active'`,
    [feature],
  )
  return rows.map((row) => row.id)
}

/** Their worker is no longer believed to live: by itself in the long form, which takes its 15 s. */
export async function expireDeadWorkers({ pool }: TestApp, jobs: string[], { isPatient = isLong } = {}): Promise<void> {
  if (isPatient) return
  const again = `UPDATE jobs.job SET state = 'retry', start_after = now() WHERE id = ANY ($1) AND state = 'active'`
  await pool.query(again, [jobs])
}
