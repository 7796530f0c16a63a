import type pg from 'pg'
import type { TestApp } from '#test/harness/app.ts'
import { eventually } from '#test/harness/eventually.ts'

/** Something in the database that other transactions have to wait for. */
export type Hold = {
  /** The process of the database that holds it. */
  pid: number
  /** Resolves when somebody waits, with the process of the database that waits for him. */
  waiter(): Promise<number>
  /** Lets everybody through; also when the database has crashed in the meantime. */
  release(): Promise<void>
}

type ImportAt = { datasetId: string; importId: string }

/** Where an import can be made to wait. */
export const POINTS = {
  /** In the middle of its file: the second problem that it finds cannot be written down. */
  reading: (service: TestApp, { importId }: ImportAt) =>
    hold(
      service,
      `INSERT INTO import_report_lines (client_id, import_id, position, severity, code, message)
       VALUES ('acme', $1, 2, 'error', 'held', 'held')`,
      [importId],
    ),
  /** In the middle of its changes: values are deleted already, and one that it renames is in somebody's hands. */
  applying: (service: TestApp, { datasetId }: ImportAt) =>
    hold(
      service,
      `SELECT FROM dataset_values WHERE path = 'c3.t150' AND dataset_key =
         (SELECT key FROM datasets WHERE client_id = 'acme' AND id = $1) FOR UPDATE`,
      [datasetId],
    ),
  /** With all changes made, before the import is marked as ended. */
  ending: (service: TestApp, { datasetId }: ImportAt) =>
    hold(service, 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `imports of client acme: dataset ${datasetId}`,
    ]),
  /** Within the commit: what was asked for is done, and nobody has been told. */
  committing: async (service: TestApp, { importId }: ImportAt) => {
    await service.pool.query(`
      CREATE FUNCTION wait_in_commit() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock_shared(hashtextextended(new.id::text, 0)); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER wait_in_commit AFTER UPDATE ON imports DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
        WHEN (new.status = 'finished') EXECUTE FUNCTION wait_in_commit()`)
    return hold(service, 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [importId])
  },
} as const
export type Point = keyof typeof POINTS

/** Does this in a transaction that stays open. */
export async function hold({ pool, beforeClose }: TestApp, text: string, values: unknown[]): Promise<Hold> {
  const client = await pool.connect()
  await client.query('BEGIN')
  await client.query(text, values)
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const pid = rows[0]?.pid ?? 0
  let released: Promise<void> | undefined
  const release = () => {
    released ??= rollBack(client)
    return released
  }
  beforeClose(release)
  return { pid, waiter: () => eventually(() => findBlockedProcess(pool, pid), { withinSeconds: 30 }), release }
}

async function findBlockedProcess(pool: pg.Pool, pid: number): Promise<number | undefined> {
  const { rows } = await pool.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND $1 = ANY (pg_blocking_pids(pid))',
    [pid],
  )
  return rows[0]?.pid
}

async function rollBack(client: pg.PoolClient): Promise<void> {
  const broken = await client.query('ROLLBACK').then(
    () => undefined,
    (error: Error) => error,
  )
  client.release(broken)
}
