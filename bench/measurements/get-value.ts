import { keyOfPath } from '../../server/src/modules/datasets/values/value-path.ts'
import { type Bench, CONNECTIONS, NAMES } from '../harness/bench.ts'
import { startChild } from '../harness/child.ts'
import { compare } from '../harness/compare.ts'
import { keyOfDataset } from '../harness/content/load-tree.ts'
import { CLIENT, DATASETS, randomPath } from '../harness/content/tree.ts'
import type { Round } from '../harness/load/load.ts'
import { cpuMeter } from '../harness/usage.ts'
import type { LookupSettings } from '../references/lookup-server.ts'
import type { RateMeasurement } from './measurement.ts'

const PATHS = 50_000

/** GET of values at random, against one lookup by primary key behind a bare Fastify. */
export const getValue: RateMeasurement = {
  name: 'get-value',
  target: 0.7,
  async run(bench) {
    const { database, service, load, options } = bench
    const child = startChild<'listen', string>('references/lookup-server.ts', {
      connection: database.connection,
      name: NAMES.reference,
      clientId: CLIENT.id,
      datasetKey: await keyOfDataset(database.client, DATASETS.large),
    } satisfies LookupSettings)
    const url = await child.ask('listen')
    const paths = valuePaths(bench).map((path) => `/${keyOfPath(path)}`)
    const reference = (seconds: number) =>
      load.ask({ url, headers: {}, connections: CONNECTIONS, paths, until: { seconds } })
    return compare(
      { run: reference, cpu: cpuMeter(database.client, child.pid, NAMES.reference) },
      { run: (seconds) => loadService(bench, seconds), cpu: cpuMeter(database.client, service.pid, NAMES.subject) },
      options.seconds,
    )
  },
  loadService,
}

function loadService(bench: Bench, seconds: number): Promise<Round> {
  const { service, load } = bench
  const paths = valuePaths(bench).map((path) => service.pathOf(`/datasets/${DATASETS.large}/values/${path}`))
  return load.ask({ url: service.url, headers: service.headers, connections: CONNECTIONS, paths, until: { seconds } })
}

function valuePaths({ shapes }: Bench): string[] {
  return Array.from({ length: PATHS }, () => randomPath(shapes.large, 3))
}
