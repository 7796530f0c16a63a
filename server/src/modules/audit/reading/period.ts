import { statement } from '#platform/db/statement.ts'

/** The part of a chain in which a period lies: after one sequence, and no further than another. */
export type Bounds = { after: string | null; until: string | null }

/*
 * The first stretch of entries with one at or after `since`, and the last with one at or before `until`: an index has the times
 * of each stretch in order, of which one is read.
 */
export const findPeriod = statement<Bounds, { client_id: string; since: Date | null; until: Date | null }>(`
  WITH head AS MATERIALIZED (SELECT sequence / 1024 AS stretch FROM audit_heads WHERE client_id = $client_id)
  SELECT
    (SELECT stretch.number * 1024 - 1 FROM generate_series(0, (SELECT head.stretch FROM head)) AS stretch (number)
     WHERE (SELECT entry.at FROM audit_entries entry WHERE entry.client_id = $client_id AND entry.sequence / 1024 = stretch.number
       ORDER BY entry.at DESC LIMIT 1) >= coalesce($since::timestamptz, '-infinity') LIMIT 1) AS after,
    (SELECT stretch.number * 1024 + 1023 FROM generate_series((SELECT head.stretch FROM head), 0, -1) AS stretch (number)
     WHERE (SELECT entry.at FROM audit_entries entry WHERE entry.client_id = $client_id AND entry.sequence / 1024 = stretch.number
       ORDER BY entry.at LIMIT 1) <= coalesce($until::timestamptz, 'infinity') LIMIT 1) AS until`)
