import { lookup, statement } from '#platform/db/statement.ts'

/** Long ago, so that clocks that differ a little begin no wait. */
const NO_WAIT = `'epoch'::timestamptz`

/** Those of the subjects that have to wait. */
export const findBlocks = lookup<{ blocked_until: Date }, { subjects: Buffer[]; now: Date }>(`
  SELECT blocked_until FROM login_failures
  WHERE subject = ANY($subjects) AND blocked_until > $now AND forgotten_at >= $now`)

type Taking = {
  subject: Buffer
  now: Date
  first_slowed: number
  longest_wait_seconds: number
  memory_seconds: number
  is_window: boolean
}

/**
 * Counts a try, unless the subject has to wait: then no row is returned. One statement, so that of many at the same moment
 * each sees what those before it counted. A window ends at its time; other counts end after so long without a try.
 */
export const takeTry = statement<{ blocked_until: Date }, Taking>(`
  INSERT INTO login_failures AS known (subject, failures, blocked_until, forgotten_at)
  VALUES ($subject, 1, ${NO_WAIT}, $now::timestamptz + $memory_seconds::integer * interval '1 s')
  ON CONFLICT (subject) DO UPDATE SET
    failures = CASE WHEN known.forgotten_at < $now THEN 1 ELSE known.failures + 1 END,
    blocked_until = CASE
      WHEN known.forgotten_at < $now OR known.failures + 1 < $first_slowed THEN ${NO_WAIT}
      ELSE $now::timestamptz + least($longest_wait_seconds::integer, 2 ^ least(known.failures + 1 - $first_slowed::integer, 20)) * interval '1 s' END,
    forgotten_at = CASE WHEN $is_window AND known.forgotten_at >= $now THEN known.forgotten_at ELSE excluded.forgotten_at END
  WHERE known.blocked_until <= $now OR known.forgotten_at < $now
  RETURNING blocked_until`)

/** Gives a try back. A wait that this try began ends; one that another began goes on. */
export const giveBack = statement<never, { subject: Buffer; blocked_until: Date }>(`
  UPDATE login_failures SET failures = greatest(failures - 1, 0),
    blocked_until = CASE WHEN blocked_until = $blocked_until THEN ${NO_WAIT} ELSE blocked_until END
  WHERE subject = $subject`)

/** What was given back counts for nothing. */
export const deleteForgotten = statement<never, { now: Date }>(`
  DELETE FROM login_failures WHERE forgotten_at < $now OR failures = 0`)

export const listKnown = lookup<{ subject: Buffer }, { subjects: Buffer[]; now: Date }>(`
  SELECT subject FROM known_networks WHERE subject = ANY($subjects) AND expires_at > $now`)

/** Written once a day at most: it is exact enough. */
export const rememberNetwork = statement<never, { subject: Buffer; end: Date }>(`
  INSERT INTO known_networks AS known (subject, expires_at) VALUES ($subject, $end)
  ON CONFLICT (subject) DO UPDATE SET expires_at = excluded.expires_at
  WHERE known.expires_at < excluded.expires_at - interval '1 day'`)

export const deleteLapsedNetworks = statement<never, { now: Date }>(
  `DELETE FROM known_networks WHERE expires_at < $now`,
)
