import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { type Bench, CONNECTIONS, NAMES } from '../harness/bench.ts'
import { startChild } from '../harness/child.ts'
import { compareWriters, nextSerials } from '../harness/compare-writers.ts'
import { keyOfDataset } from '../harness/content/load-tree.ts'
import { CLIENT, DATASETS, randomPath } from '../harness/content/tree.ts'
import type { Round } from '../harness/load/load.ts'
import type { InsertJob, InsertSettings } from '../references/insert-loop.ts'
import type { RateMeasurement } from './measurement.ts'

const PARENTS = 1000

/** PUT of new values with their events, against a loop that inserts the same two rows in a transaction. */
export const putValue: RateMeasurement = {
  name: 'put-value',
  target: 0.55,
  async run(bench) {
    const { client, connection } = bench.database
    const dataset = { id: DATASETS.reference, key: await keyOfDataset(client, DATASETS.reference) }
    const child = startChild<InsertJob, Round>('references/insert-loop.ts', {
      connection,
      name: NAMES.reference,
      connections: CONNECTIONS,
      dataset,
      parents: parentsOf(bench),
    } satisfies InsertSettings)
    const comparison = await compareWriters(bench, child, (seconds) => loadService(bench, seconds))
    await checkEvents(bench)
    return comparison
  },
  loadService,
}

function loadService(bench: Bench, seconds: number): Promise<Round> {
  const { service, load } = bench
  return load.ask({
    url: service.url,
    headers: service.headers,
    connections: CONNECTIONS,
    paths: parentsOf(bench).map((path) => service.pathOf(`/datasets/${DATASETS.subject}/values/${path}`)),
    until: { seconds },
    newValues: nextSerials(),
  })
}

function parentsOf({ shapes }: Bench): string[] {
  return Array.from({ length: PARENTS }, () => randomPath(shapes.written, 2))
}

/** Every stored value must have its event, or the measurement left out work of the service. */
async function checkEvents({ database: { client } }: Bench): Promise<void> {
  await delay(500) // calls that the load generator left unanswered
  const { rows } = await client.query<{ values: string; events: string }>(
    `SELECT (SELECT count(*) FROM dataset_values WHERE client_id = $1 AND dataset_key = $2 AND level = 3) AS values,
            (SELECT count(*) FROM events WHERE client_id = $1 AND type = 'dataset_value.created'
               AND data ->> 'dataset_id' = $3) AS events`,
    [CLIENT.id, await keyOfDataset(client, DATASETS.subject), DATASETS.subject],
  )
  assert.equal(rows[0]?.events, rows[0]?.values)
}
