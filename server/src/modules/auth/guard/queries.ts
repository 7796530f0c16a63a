import { lookup, statement } from '#platform/db/statement.ts'

/** Long ago, so that clocks that differ a little begin no wait. */
const NO_WAIT = `'epoch'::timestamptz`

/** Those of the subjects that have to wait. */
export const findBlocks = lookup<{ blocked_until: Date }, [subjects: Buffer[], now: Date]>(`
  SELECT blocked_until FROM login_failures
  WHERE subject = ANY($1) AND blocked_until > $2 AND forgotten_at >= $2`)

type Taking = [
  subject: Buffer,
  now: Date,
  firstSlowed: number,
  longestWaitSeconds: number,
  memorySeconds: number,
  isWindow: boolean,
]

/**
 * Counts a try, unless the subject has to wait: then there is no row. One statement, so that of many at the same moment
 * each sees what those before it counted. A window ends at its time; other counts end after so long without a try.
 */
export const takeTry = statement<{ blocked_until: Date }, Taking>(`
  INSERT INTO login_failures AS known (subject, failures, blocked_until, forgotten_at)
  VALUES ($1, 1, ${NO_WAIT}, $2::timestamptz + $5::integer * interval '1 s')
  ON CONFLICT (subject) DO UPDATE SET
    failures = CASE WHEN known.forgotten_at < $2 THEN 1 ELSE known.failures + 1 END,
    blocked_until = CASE
      WHEN known.forgotten_at < $2 OR known.failures + 1 < $3 THEN ${NO_WAIT}
      ELSE $2::timestamptz + least($4::integer, 2 ^ least(known.failures + 1 - $3::integer, 20)) * interval '1 s' END,
    forgotten_at = CASE WHEN $6 AND known.forgotten_at >= $2 THEN known.forgotten_at ELSE excluded.forgotten_at END
  WHERE known.blocked_until <= $2 OR known.forgotten_at < $2
  RETURNING blocked_until`)

/** Gives a try back. A wait that this try began ends; one that another began goes on. */
export const giveBack = statement<never, [subject: Buffer, blockedUntil: Date]>(`
  UPDATE login_failures SET failures = greatest(failures - 1, 0),
    blocked_until = CASE WHEN blocked_until = $2 THEN ${NO_WAIT} ELSE blocked_until END
  WHERE subject = $1`)

/** What was given back counts for nothing. */
export const deleteForgotten = statement<never, [now: Date]>(`
  DELETE FROM login_failures WHERE forgotten_at < $1 OR failures = 0`)

export const listKnown = lookup<{ subject: Buffer }, [subjects: Buffer[], now: Date]>(`
  SELECT subject FROM known_networks WHERE subject = ANY($1) AND expires_at > $2`)

/** Written once a day at most: it is exact enough. */
export const rememberNetwork = statement<never, [subject: Buffer, end: Date]>(`
  INSERT INTO known_networks AS known (subject, expires_at) VALUES ($1, $2)
  ON CONFLICT (subject) DO UPDATE SET expires_at = excluded.expires_at
  WHERE known.expires_at < excluded.expires_at - interval '1 day'`)

export const deleteLapsedNetworks = statement<never, [now: Date]>(`DELETE FROM known_networks WHERE expires_at < $1`)
