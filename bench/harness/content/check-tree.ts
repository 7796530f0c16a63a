import assert from 'node:assert/strict'
import type pg from 'pg'
import type { Translations } from '../../../server/src/kernel/languages/translations.ts'
import { toStored } from '../../../server/src/modules/datasets/values/stored-value.ts'
import { parseValuePath } from '../../../server/src/modules/datasets/values/value-path.ts'
import type { Service } from '../service.ts'
import { keyOfDataset } from './load-tree.ts'
import { CLIENT, randomPath, type Shape, sizeOf } from './tree.ts'

type StoredRow = {
  path: string
  path_key: string
  parent_key: string | null
  level: number
  code: string
  localized_names: Translations
  sort_name: string
  search_text: string
}
type Value = { code: string; name: string; localized_names: object[]; path: string }

/** Whether the generated rows are what the service itself would have stored: a wrong generator measures nothing. */
export async function checkTree(client: pg.Client, service: Service, datasetId: string, shape: Shape): Promise<void> {
  const key = await keyOfDataset(client, datasetId)
  const { rows: orphans } = await client.query(
    `SELECT path FROM dataset_values value WHERE client_id = $1 AND dataset_key = $2 AND level > 1 AND NOT EXISTS (
       SELECT FROM dataset_values WHERE client_id = $1 AND dataset_key = $2 AND path_key = value.parent_key) LIMIT 3`,
    [CLIENT.id, key],
  )
  assert.deepEqual(orphans, [])
  const { rows } = await client.query<StoredRow>(
    `SELECT path, path_key, parent_key, level, code, localized_names, sort_name, search_text
     FROM dataset_values WHERE client_id = $1 AND dataset_key = $2 AND path = ANY($3)`,
    [
      CLIENT.id,
      key,
      ([1, 2, 3] as const).flatMap((level) => Array.from({ length: 9 }, () => randomPath(shape, level))),
    ],
  )
  assert.ok(rows.length > 3)
  for (const row of rows) checkRow(row)
  await checkAnswers(service, datasetId, shape)
}

export function checkRow(row: StoredRow): void {
  const place = parseValuePath(row.path)
  assert.ok(place)
  const { localizedNames, sortName, searchText, ...expected } = toStored(place, row.localized_names, CLIENT.languages)
  const { path, path_key, parent_key, level, code, localized_names, sort_name, search_text } = row
  assert.deepEqual(
    { path, pathKey: path_key, parentKey: parent_key, level, code, localized_names, sort_name, search_text },
    {
      path,
      pathKey: expected.pathKey,
      parentKey: expected.parentKey,
      level: expected.level,
      code: expected.code,
      localized_names: localizedNames,
      sort_name: sortName,
      search_text: searchText,
    },
  )
}

async function checkAnswers(service: Service, datasetId: string, shape: Shape): Promise<void> {
  const { body: dataset } = await service.call<{ values_count: number }>('GET', `/datasets/${datasetId}`)
  assert.equal(dataset.values_count, sizeOf(shape))
  const values = `/datasets/${datasetId}/values`
  const path = randomPath(shape, 3)
  const { body: value } = await service.call<Value>('GET', `${values}/${path}`)
  assert.equal(value.path, path)
  const unchanged = await service.call('PUT', `${values}/${path}`, { localized_names: value.localized_names })
  assert.equal(unchanged.status, 200)
  const { body: found } = await service.call<Value[]>('GET', `${values}?q=${value.name.split(' ').at(-1)}`)
  assert.ok(found.some((one) => one.path === path))
  const parent = path.slice(0, path.lastIndexOf('.'))
  const { body: children } = await service.call<Value[]>('GET', `${values}?parent_code=${parent}&per_page=1000`)
  assert.equal(children.length, Math.min(1000, shape.offices))
}
