import { type LocalizedName, presentLocalizedNames } from '#kernel/languages/localized-names.ts'
import { nameOf, type Translations } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { keyOfPath } from './value-path.ts'

export type ValueNames = { name: string; localized_names: LocalizedName[] }

const find = statement<
  { path: string; code: string; localized_names: Translations },
  { client_id: string; dataset_id: string; keys: string[] }
>(`
  SELECT value.path, value.code, value.localized_names FROM datasets dataset
  JOIN dataset_values value ON value.client_id = dataset.client_id AND value.dataset_key = dataset.key
    AND value.path_key = ANY ($keys::uuid[])
  WHERE dataset.client_id = $client_id AND dataset.id = $dataset_id AND dataset.deleted_at IS NULL`)

/** What the values of these paths and all above them are called, by path. Those that are gone are left out. */
export async function findValueNames(
  db: Db,
  client: Client,
  datasetId: string,
  paths: readonly string[],
): Promise<Map<string, ValueNames>> {
  const wanted = [...new Set(paths.flatMap(pathWithAncestors))]
  if (wanted.length === 0) return new Map()
  const rows = await find(db, { client_id: client.id, dataset_id: datasetId, keys: wanted.map(keyOfPath) })
  return new Map(
    rows.map(({ path, code, localized_names: names }) => [
      path,
      {
        name: nameOf(names, client.languages, code),
        localized_names: presentLocalizedNames(names, client.languages),
      },
    ]),
  )
}

/** `fr`, `fr.lyon` and `fr.lyon.hq` for the last of them. */
export function pathWithAncestors(path: string): string[] {
  const codes = path.split('.')
  return codes.map((_, index) => codes.slice(0, index + 1).join('.'))
}
