import assert from 'node:assert/strict'
import type pg from 'pg'
import { toStored } from '../../../server/src/modules/datasets/values/stored-value.ts'
import { parseValuePath } from '../../../server/src/modules/datasets/values/value-path.ts'
import type { Service } from '../service.ts'
import { csvValue } from './csv-tree.ts'
import { keyOfDataset } from './load-tree.ts'
import { CLIENT, type Shape, sizeOf } from './tree.ts'

const SAMPLES = 30

/** Whether an import has brought what the file says, all of it: a wrong one measures nothing. */
export async function checkImported(
  client: pg.Client,
  service: Service,
  datasetId: string,
  shape: Shape,
): Promise<void> {
  const { body } = await service.call<{ values_count: number }>('GET', `/datasets/${datasetId}`)
  assert.equal(body.values_count, sizeOf(shape))
  const key = await keyOfDataset(client, datasetId)
  const { rows: levels } = await client.query(
    `SELECT count(*)::integer AS count FROM dataset_values WHERE client_id = $1 AND dataset_key = $2
     GROUP BY level ORDER BY level`,
    [CLIENT.id, key],
  )
  const { countries, cities, offices } = shape
  assert.deepEqual(
    levels.map(({ count }) => count),
    [countries, countries * cities, countries * cities * offices],
  )
  for (let sample = 0; sample < SAMPLES; sample += 1) await checkSample(client, key, shape, 1 + (sample % 3))
}

async function checkSample(client: pg.Client, key: string, { countries, cities, offices }: Shape, level: number) {
  const numbers = [countries, cities, offices].slice(0, level).map((most) => 1 + Math.floor(Math.random() * most))
  const { path, english, french } = csvValue(numbers)
  const { rows } = await client.query(
    `SELECT path_key, parent_key, level, code, localized_names, sort_name, search_text FROM dataset_values
     WHERE client_id = $1 AND dataset_key = $2 AND path = $3`,
    [CLIENT.id, key, path],
  )
  const place = parseValuePath(path)
  assert.ok(place)
  const names = { 'en-us': english, 'fr-fr': french }
  const stored = toStored(place, names, CLIENT.languages)
  assert.deepEqual(rows, [
    {
      path_key: stored.pathKey,
      parent_key: stored.parentKey,
      level: stored.level,
      code: stored.code,
      localized_names: names,
      sort_name: stored.sortName,
      search_text: stored.searchText,
    },
  ])
}

/** The number of events of values. */
export async function valueEvents(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM events WHERE client_id = $1 AND type LIKE 'dataset_value.%'`,
    [CLIENT.id],
  )
  return rows[0]?.count ?? 0
}
