import type pg from 'pg'
import { keyOfDataset, loadTree } from '../harness/content/load-tree.ts'
import { CLIENT, DATASETS, nouns, type Shape } from '../harness/content/tree.ts'

/** A value as every program keeps it: a key, the key of the one above, and a name in two languages. */
export type Place = { path: string; parent: string | null; code: string; name_en: string; name_fr: string }

const AT_ONCE = 10_000
const CHOSEN = 5000

/** What the calls are about, the same for all programs. */
export type Chosen = { places: Place[]; parents: string[]; words: string[]; beginnings: string[] }

/** Loads the values into Dossier, and answers all of them in their order. */
export async function loadPlaces(client: pg.Client, shape: Shape): Promise<Place[]> {
  await loadTree(client, DATASETS.large, shape)
  await client.query('VACUUM ANALYZE')
  const { rows } = await client.query<Place>(
    `SELECT path, CASE WHEN level > 1 THEN left(path, -1 - length(code)) END AS parent, code,
       localized_names->>'en-us' AS name_en, localized_names->>'fr-fr' AS name_fr
     FROM dataset_values WHERE client_id = $1 AND dataset_key = $2 ORDER BY path`,
    [CLIENT.id, await keyOfDataset(client, DATASETS.large)],
  )
  return rows
}

/** Loads the same values into the table of another program, and looks at the table as the program's owner would. */
export async function copyPlaces(client: pg.Client, columns: string, select: string, places: Place[]): Promise<void> {
  for (let at = 0; at < places.length; at += AT_ONCE) {
    await client.query(
      `INSERT INTO places (${columns}) SELECT ${select}
       FROM jsonb_to_recordset($1) AS place (path text, parent text, code text, name_en text, name_fr text)`,
      [JSON.stringify(places.slice(at, at + AT_ONCE))],
    )
  }
  await client.query('VACUUM ANALYZE')
}

export function choose(places: Place[]): Chosen {
  const parents = [
    ...new Set(places.filter(({ path }) => path.split('.').length === 3).map(({ parent }) => parent ?? '')),
  ]
  const some = Array.from({ length: CHOSEN }, () => places[Math.floor(Math.random() * places.length)]).filter(
    (one) => one !== undefined,
  )
  // Each place has a number of seven digits in its names.
  const beginnings = Array.from({ length: Math.floor(places.length / 1000) }, (_, index) =>
    String(index).padStart(4, '0'),
  )
  return { places: some, parents, words: nouns.foldedEnglish, beginnings }
}

/** The file that is imported: values at the top level, with a row each. */
export function fileOf(rows: number, head: string, row: (place: Place) => string): string {
  const lines = [head]
  for (let index = 0; index < rows; index += 1) {
    const code = `f${String(index).padStart(6, '0')}`
    const names = { name_en: `Golden Harbour Office ${index}`, name_fr: `Bureau Doré Embarcadère ${index}` }
    lines.push(row({ path: code, parent: null, code, ...names }))
  }
  return `${lines.join('\n')}\n`
}
