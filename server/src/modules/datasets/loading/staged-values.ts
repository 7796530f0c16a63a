import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import { copyRows } from '#platform/db/copy-rows.ts'
import type { Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { tableBatches } from '#platform/db/table-batches.ts'
import { STAGED_COLUMNS } from './staged-line.ts'

/** About a thousand. */
const PAGES_OF_RENAMED = 10

// Sorts and joins of a million rows should not go through the disk.
const RAISE_WORK_MEM = statement<never>(`${CUSTOM_PLAN} SET LOCAL work_mem = '64MB'`)

/**
 * The values of a file, until the transaction ends: those that a row defines (its own) and those that it passes through,
 * each with what the row calls it.
 */
const CREATE = statement<never>(`${CUSTOM_PLAN}
  CREATE TEMPORARY TABLE staged_values (
    line integer NOT NULL,
    is_own boolean NOT NULL,
    path_key uuid NOT NULL,
    parent_key uuid,
    level smallint NOT NULL,
    code text COLLATE "C" NOT NULL,
    path text COLLATE "C" NOT NULL,
    localized_names jsonb NOT NULL,
    sort_name text COLLATE "C" NOT NULL,
    search_text text COLLATE "C" NOT NULL
  ) ON COMMIT DROP`)

export async function openStaging(tx: Tx): Promise<void> {
  await RAISE_WORK_MEM(tx)
  await CREATE(tx)
}

/** Adds lines that `stagedLine` made; they are gone afterwards. */
export async function stageLines(tx: Tx, parts: readonly Uint8Array<ArrayBuffer>[]): Promise<void> {
  await copyRows(tx, 'staged_values', STAGED_COLUMNS, parts)
  // They come faster than the garbage collector takes them: set free at once, they save 20 MB.
  for (const { buffer } of parts) buffer.transfer(0)
}

const analyze = statement<never>(`${CUSTOM_PLAN} ANALYZE staged_values`)

const findDuplicates = statement<never>(`${CUSTOM_PLAN}
  CREATE TEMPORARY TABLE repeated_values ON COMMIT DROP AS
  SELECT path_key FROM staged_values GROUP BY path_key HAVING count(*) > 1`)

const hasDuplicates = statement<object>(`${CUSTOM_PLAN} SELECT FROM repeated_values LIMIT 1`)

// What a row calls its own value counts; of a value that rows only pass through, what those call it that call it anything.
const findRenamed = statement<never>(`${CUSTOM_PLAN}
  CREATE TEMPORARY TABLE renamed_values ON COMMIT DROP AS
  WITH mention AS (
    SELECT staged.line, staged.path_key, staged.level, staged.path, staged.localized_names, staged.is_own,
      bool_or(staged.is_own) OVER (PARTITION BY path_key) AS has_own
    FROM staged_values staged JOIN repeated_values USING (path_key)
  ), naming AS (
    SELECT line, level, path, localized_names, lag(line) OVER earlier AS line_before,
      lag(localized_names) OVER earlier AS names_before
    FROM mention WHERE is_own = has_own AND (is_own OR localized_names <> '{}')
    WINDOW earlier AS (PARTITION BY path_key ORDER BY line)
  )
  SELECT line, level, path, line_before FROM naming WHERE localized_names <> names_before ORDER BY line`)

const dropOverruled = statement<never>(`${CUSTOM_PLAN}
  DELETE FROM staged_values staged USING (
    SELECT one.ctid AS tuple_id, row_number() OVER (
      PARTITION BY path_key ORDER BY is_own DESC, is_own OR localized_names <> '{}' DESC, line DESC) AS rank
    FROM staged_values one JOIN repeated_values USING (path_key)
  ) AS ranked
  WHERE staged.ctid = ranked.tuple_id AND ranked.rank > 1`)

/** A value that was called otherwise further up in the file. */
export type Renamed = { line: number; level: number; path: string; line_before: number }

const listRenamed = statement<Renamed, { from: string; to: string }>(`${CUSTOM_PLAN}
  SELECT line, level, path, line_before FROM renamed_values WHERE ctid >= $from AND ctid < $to`)

/** Keeps one line per value, the last one, and warns of values that several rows name differently. */
export async function* resolveDuplicates(tx: Tx): AsyncGenerator<Renamed[]> {
  await analyze(tx)
  await findDuplicates(tx)
  if ((await hasDuplicates(tx)).length === 0) return
  await findRenamed(tx)
  await dropOverruled(tx)
  for await (const { from, to } of tableBatches(tx, 'renamed_values', PAGES_OF_RENAMED))
    yield await listRenamed(tx, { from, to })
}

const count = statement<{ count: number }>(`${CUSTOM_PLAN} SELECT count(*)::integer AS count FROM staged_values`)

export async function countStaged(tx: Tx): Promise<number> {
  return (await count(tx))[0]?.count ?? 0
}
