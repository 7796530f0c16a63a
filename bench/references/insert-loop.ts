import type pg from 'pg'
import { presentValue } from '../../server/src/modules/datasets/definitions/present.ts'
import { toStored } from '../../server/src/modules/datasets/values/stored-value.ts'
import { parseValuePath } from '../../server/src/modules/datasets/values/value-path.ts'
import { uuidv7 } from '../../server/src/platform/uuid.ts'
import { doJobs, settingsOfChild } from '../harness/child.ts'
import { CLIENT, newValue } from '../harness/content/tree.ts'
import type { Connection } from '../harness/database.ts'
import { openWriters, writeFor } from '../harness/load/writers.ts'

/** What putting a value costs when nothing is done but the two inserts, in a transaction: no HTTP, no checks. */
export type InsertSettings = {
  connection: Connection
  name: string
  connections: number
  dataset: { id: string; key: string }
  parents: string[]
}
export type InsertJob = { seconds: number; serials: string }

const INSERT_VALUE = `
  INSERT INTO dataset_values
    (client_id, dataset_key, path_key, parent_key, level, code, path, localized_names, sort_name, search_text)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`
const INSERT_EVENT = `
  INSERT INTO events (client_id, id, type, resource_id, data, actor_type, actor_id, actor_name, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

const { connection, name, connections, dataset, parents } = settingsOfChild<InsertSettings>()
const clients = await openWriters(connection, name, connections)

doJobs((job: InsertJob) => writeFor(clients, job, insertOne))

async function insertOne(client: pg.Client, serial: string): Promise<void> {
  const { value, event } = rowsOf(serial)
  await client.query('BEGIN')
  await client.query({ name: 'value', text: INSERT_VALUE, values: value })
  await client.query({ name: 'event', text: INSERT_EVENT, values: event })
  await client.query('COMMIT')
}

/** The same columns with contents of the same size as the service writes. */
function rowsOf(serial: string): { value: unknown[]; event: unknown[] } {
  const { code, localized_names } = newValue(serial)
  const names = Object.fromEntries(localized_names.map((one) => [one.language_code, one.value]))
  const place = parseValuePath(`${parents[Math.floor(Math.random() * parents.length)]}.${code}`)
  if (!place) throw new Error(`No path can be made from ${code}.`)
  const { pathKey, parentKey, level, path, sortName, searchText } = toStored(place, names, CLIENT.languages)
  const data = presentValue(
    { path, code, localized_names: names },
    { dataset_id: dataset.id, dimension_id: 'office' },
    CLIENT,
  )
  const now = new Date()
  const stored = [pathKey, parentKey, level, code, path, JSON.stringify(names), sortName, searchText]
  const actor = ['application', 'bench', 'Bench']
  return {
    value: [CLIENT.id, dataset.key, ...stored],
    event: [CLIENT.id, uuidv7(now), 'dataset_value.created', data.id, JSON.stringify(data), ...actor, now],
  }
}
