import type pg from 'pg'
import { adjectives, CLIENT, kinds, nouns, RARE, type Shape } from './tree.ts'

/** `value-path.ts` in SQL. Other things that the service computes for a value are computed below, in `INSERT_TREE`. */
export const KEY_OF_PATH = `
  CREATE OR REPLACE FUNCTION pg_temp.key_of_path(path text) RETURNS uuid LANGUAGE sql IMMUTABLE
  RETURN encode(substring(sha256(convert_to(path, 'UTF8')) FOR 16), 'hex')::uuid`

/** Serials go through a multiplication, so that neighbours in the tree have nothing in common. */
const INSERT_TREE = `
  INSERT INTO dataset_values
    (client_id, dataset_key, path_key, parent_key, level, code, path, localized_names, sort_name, search_text)
  SELECT $1, $2, pg_temp.key_of_path(path), pg_temp.key_of_path(parent_path), level, code, path,
    jsonb_build_object('en-us', en, 'fr-fr', fr), folded_en, ' ' || code || ' ' || folded_en || ' ' || folded_fr || ' '
  FROM generate_series(1, $3::int) AS c, generate_series(0, $4::int) AS t, generate_series(0, $5::int) AS o,
    LATERAL (SELECT ((c - 1)::bigint * ($4 + 1) + t) * ($5 + 1) + o AS serial,
      1 + (t > 0)::int + (o > 0)::int AS level,
      'c' || lpad(c::text, 4, '0') AS country, 't' || lpad(t::text, 4, '0') AS city,
      'o' || lpad(o::text, 4, '0') AS office) AS place,
    LATERAL (SELECT (ARRAY[country, city, office])[level] AS code,
      array_to_string((ARRAY[country, city, office])[:level], '.') AS path,
      CASE WHEN level > 1 THEN array_to_string((ARRAY[country, city, office])[:level - 1], '.') END AS parent_path,
      (serial * 2654435761 % 4294967296) >> 8 AS mixed) AS codes,
    LATERAL (SELECT lpad(serial::text, 7, '0') AS number, 1 + (mixed >> 8) % 24 AS b,
      CASE WHEN serial % $18::int = 5 THEN 25 ELSE 1 + mixed % 24 END AS a) AS words,
    LATERAL (SELECT concat_ws(' ', ($6::text[])[a], ($10::text[])[b], ($14::text[])[level], number) AS en,
      concat_ws(' ', ($15::text[])[level], ($7::text[])[a], ($11::text[])[b], number) AS fr,
      concat_ws(' ', ($8::text[])[a], ($12::text[])[b], ($16::text[])[level], number) AS folded_en,
      concat_ws(' ', ($17::text[])[level], ($9::text[])[a], ($13::text[])[b], number) AS folded_fr) AS names
  WHERE t > 0 OR o = 0`

/** Fills an empty data set, and counts its values as the service would. */
export async function loadTree(client: pg.Client, datasetId: string, shape: Shape): Promise<void> {
  const key = await keyOfDataset(client, datasetId)
  const lists = [adjectives, nouns, kinds].flatMap((words) => Object.values(words))
  await client.query(KEY_OF_PATH)
  // The checks of foreign keys, a row at a time, would be most of the work; `checkTree` looks at all of them at once.
  await client.query('SET session_replication_role = replica')
  const { countries, cities, offices } = shape
  const { rowCount } = await client.query(INSERT_TREE, [
    CLIENT.id,
    key,
    countries,
    cities,
    offices,
    ...lists,
    RARE.oneIn,
  ])
  await client.query('SET session_replication_role = origin')
  await client.query('INSERT INTO dataset_value_changes (client_id, dataset_key, change) VALUES ($1, $2, $3)', [
    CLIENT.id,
    key,
    rowCount,
  ])
}

/** Takes all values out of a data set. */
export async function emptyDataset(client: pg.Client, datasetId: string): Promise<void> {
  const key = await keyOfDataset(client, datasetId)
  await client.query('SET session_replication_role = replica')
  const { rowCount } = await client.query('DELETE FROM dataset_values WHERE client_id = $1 AND dataset_key = $2', [
    CLIENT.id,
    key,
  ])
  await client.query('SET session_replication_role = origin')
  await client.query('INSERT INTO dataset_value_changes (client_id, dataset_key, change) VALUES ($1, $2, $3)', [
    CLIENT.id,
    key,
    -(rowCount ?? 0),
  ])
}

export async function keyOfDataset(client: pg.Client, datasetId: string): Promise<string> {
  const { rows } = await client.query('SELECT key FROM datasets WHERE client_id = $1 AND id = $2', [
    CLIENT.id,
    datasetId,
  ])
  return rows[0].key
}
