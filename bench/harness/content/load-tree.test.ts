import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { keyOfPath } from '../../../server/src/modules/datasets/values/value-path.ts'
import { createDatabase } from '../../../server/test/harness/database/create-database.ts'
import { checkRow } from './check-tree.ts'
import { KEY_OF_PATH, loadTree } from './load-tree.ts'
import { CLIENT, DATASETS, sizeOf } from './tree.ts'
import { withoutIndexes } from './without-indexes.ts'

const database = await createDatabase()
const client = new pg.Client(database.connection)
await client.connect()
after(async () => {
  await client.end()
  await database.drop()
})

const indexes = async () => {
  const { rows } = await client.query(`SELECT indexdef FROM pg_indexes WHERE tablename = 'dataset_values' ORDER BY 1`)
  return rows.map((row) => row.indexdef)
}

describe('the generated data', () => {
  test('has the path keys of the service', async () => {
    const paths = ['fr', 'fr.paris.hq', 'île.été', '日本.東京', 'a b.c%d']
    await client.query(KEY_OF_PATH)
    const { rows } = await client.query(
      'SELECT path, pg_temp.key_of_path(path) AS key FROM unnest($1::text[]) AS path',
      [paths],
    )
    assert.deepEqual(Object.fromEntries(rows.map((row) => [row.path, row.key])), byPath(paths))
  })

  test('is what the service would have stored, and leaves the indexes as they were', async () => {
    const before = await indexes()
    await client.query(`INSERT INTO clients VALUES ($1, 'Bench', $2, '', NULL, now(), now())`, Object.values(CLIENT))
    await client.query(
      `INSERT INTO datasets (client_id, id, localized_names, dimensions, search_text, created_at, updated_at)
       VALUES ($1, $2, '{}', '[]', '', now(), now())`,
      [CLIENT.id, DATASETS.small],
    )
    const shape = { countries: 3, cities: 4, offices: 5 }
    await withoutIndexes(client, ['dataset_values'], () => loadTree(client, DATASETS.small, shape))

    const { rows } = await client.query('SELECT * FROM dataset_values')
    assert.equal(rows.length, sizeOf(shape))
    for (const row of rows) checkRow(row)
    assert.deepEqual(await indexes(), before)
    const { rows: counted } = await client.query('SELECT change FROM dataset_value_changes')
    assert.deepEqual(counted, [{ change: String(sizeOf(shape)) }])
  })
})

function byPath(paths: string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, keyOfPath(path)]))
}
