import { openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Bench, NAMES } from '../harness/bench.ts'
import { type Child, startChild } from '../harness/child.ts'
import { checkImported, valueEvents } from '../harness/content/check-imported.ts'
import { csvShapeOf, writeCsvTree } from '../harness/content/csv-tree.ts'
import { keyOfDataset, loadTree } from '../harness/content/load-tree.ts'
import { CLIENT, DATASETS, randomPath, type Shape, shapeOf, sizeOf } from '../harness/content/tree.ts'
import { type Database, startDatabase } from '../harness/database.ts'
import { summarise } from '../harness/load/load.ts'
import type { PaceJob } from '../harness/load/pace-process.ts'
import { startReceiver } from '../harness/load/receiver.ts'
import { endProcess, type Service, startService, startWorker } from '../harness/service.ts'
import { decimals, type TargetRow, targetRow, targetTable } from '../harness/table.ts'
import { memoryOf, peakMemoryOf } from '../harness/usage.ts'
import type { CopyJob, CopySettings } from '../references/copy-values.ts'
import type { Findings } from '../report/findings.ts'

const LOOK_EVERY_MS = 50
const PACE_MS = 5
const ENV = { WEBHOOK_ALLOW_PRIVATE: 'true' }

type Deps = {
  database: Database
  shape: Shape
  /** The file, and how many rows it has. */
  file: string
  rows: number
  copy: Child<CopyJob, number>
  pace: Child<PaceJob, number[]>
}
type Imported = { ms: number; latencies: number[] }

/**
 * The import of a file into a new data set, against COPY of the finished rows into the same table; and what it does to
 * the memory and to other callers. It has a database of its own, and services with different roles.
 */
export async function measureImports({ options }: Bench): Promise<Findings> {
  const database = await startDatabase()
  const shape = csvShapeOf(options.values)
  const file = join(database.folder, 'values.csv')
  const rows = await writeCsvTree(file, shape)
  const settings = { connection: database.connection, name: NAMES.reference, clientId: CLIENT.id }
  const copy = startChild<CopyJob, number>('references/copy-values.ts', settings satisfies CopySettings)
  const pace = startChild<PaceJob, number[]>('harness/load/pace-process.ts', {})
  const deps = { database, shape, file, rows, copy, pace }

  const whole = await startService(database, { ...options, env: ENV })
  await loadTree(database.client, DATASETS.small, shapeOf(1000))
  const lines = await measureRole(deps, whole, whole, 'ROLE=all')
  await endProcess(whole)
  const api = await startService(database, { isProfiled: false, env: { ...ENV, ROLE: 'api' } })
  lines.push(...(await measureRole(deps, api, await startWorker(database), 'ROLE=worker')))
  lines.push(...(await measureAgain(deps, api)))
  return { title: `Imports of ${rows} rows, ${sizeOf(shape)} values:`, tables: [targetTable(lines)], figures: [] }
}

/** The first import, in one process with the API or in a process of its own. */
async function measureRole(deps: Deps, service: Service, worker: { pid: number }, role: string): Promise<TargetRow[]> {
  const { database, shape, rows, copy } = deps
  const datasetId = `imported-${role.toLowerCase().slice(5)}`
  const referenceId = `copied-${role.toLowerCase().slice(5)}`
  await askAtPace(deps, service, 1) // to warm up
  const idle = await askAtPace(deps, service, 5)
  const memoryBefore = await memoryOf(worker.pid)
  const imported = await importFile(deps, service, datasetId)
  const memory = await peakMemoryOf(worker.pid)
  await checkImported(database.client, service, datasetId, shape)

  const finished = join(database.folder, 'finished.rows')
  await copy.ask({ direction: 'out', file: finished, datasetKey: await keyOfDataset(database.client, datasetId) })
  await service.call('PUT', `/datasets/${referenceId}`, { dimensions: [] })
  const datasetKey = await keyOfDataset(database.client, referenceId)
  await database.client.query('CHECKPOINT')
  const copied = await copy.ask({ direction: 'in', file: finished, datasetKey })

  const before = p95(idle)
  const during = p95(imported.latencies)
  const isSeparate = service.pid !== worker.pid
  const isSmall = memory !== undefined && memory < 300
  const rates = [copied, imported.ms].map((ms) => decimals((rows * 1000) / ms, 0)) as [string, string]
  return [
    targetRow(`first import, ${role}, rows/s`, {
      sides: rates,
      ratio: copied / imported.ms,
      target: 0.35,
      direction: 'at least',
    }),
    [
      `memory before and at most, ${role}`,
      `${decimals(memoryBefore, 0)} MB`,
      `${decimals(memory, 0)} MB`,
      '–',
      ...(isSeparate ? (['< 300 MB', isSmall ? 'met' : 'above'] as const) : (['–', '–'] as const)),
    ],
    targetRow(`p95 of other calls, idle and during it, ${role}`, {
      sides: [`${decimals(before, 2)} ms`, `${decimals(during, 2)} ms`],
      ratio: during / before,
      target: 2,
      direction: 'at most',
    }),
  ]
}

/** The same file again, and into a new data set while a webhook subscribes to every value. */
async function measureAgain(deps: Deps, service: Service): Promise<TargetRow[]> {
  const { client } = deps.database
  const first = await importFile(deps, service, 'imported-again', { isPaced: false })
  const receiver = startReceiver()
  const { port } = await receiver.ask({ start: true, until: 0, withinSeconds: 1 })
  const webhook = { name: 'values', callback_url: `http://127.0.0.1:${port}/hang`, events: ['dataset_value.*'] }
  const { body } = await service.call<{ id: string }>('POST', '/webhooks', webhook)
  const again = await importFile(deps, service, 'imported-again', { isPaced: false })
  if ((await valueEvents(client)) > 0) throw new Error('An import that changed nothing told of values.')
  const told = await importFile(deps, service, 'imported-told', { isPaced: false })
  const events = await valueEvents(client)
  if (events !== sizeOf(deps.shape)) throw new Error(`${events} values were told of instead of all.`)
  await service.call('PATCH', `/webhooks/${body.id}`, { is_active: false })
  const rate = ({ ms }: Imported) => decimals((deps.rows * 1000) / ms, 0)
  return [
    targetRow('the same file again, against the first time, rows/s', {
      sides: [rate(first), rate(again)],
      ratio: first.ms / again.ms,
      target: 3,
      direction: 'at least',
    }),
    [
      'with an event for each value, against without, rows/s',
      rate(first),
      rate(told),
      decimals(first.ms / told.ms, 2),
      '–',
      '–',
    ],
  ]
}

/** Uploads the file and imports it; the time is from the submission to the end, as a caller sees it. */
async function importFile(deps: Deps, service: Service, datasetId: string, { isPaced = true } = {}): Promise<Imported> {
  const upload_id = await upload(service, deps.file)
  await deps.database.client.query('CHECKPOINT')
  const input = { dataset_id: datasetId, upload_id, mode: 'replace' }
  let endedAt: number | undefined
  const startedAt = performance.now()
  const { body } = await service.call<{ id: string }>('POST', '/dataset_imports', input)
  const ended = untilFinished(service, body.id).finally(() => {
    endedAt = performance.now()
  })
  const latencies: number[] = []
  while (isPaced && endedAt === undefined) latencies.push(...(await askAtPace(deps, service, 0.5)))
  await ended
  return { ms: (endedAt ?? Number.NaN) - startedAt, latencies }
}

async function untilFinished(service: Service, id: string): Promise<void> {
  for (;;) {
    const { body } = await service.call<{ status: string; result: string }>('GET', `/dataset_imports/${id}`)
    if (body.result !== null && body.result !== 'success') throw new Error(`The import ended: ${JSON.stringify(body)}`)
    if (body.status === 'finished') return
    await delay(LOOK_EVERY_MS)
  }
}

async function upload({ url, headers, pathOf }: Service, file: string): Promise<string> {
  const disposition = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="values.csv"' }
  const answer = await fetch(`${url}${pathOf('/uploads')}`, {
    method: 'POST',
    headers: { ...headers, ...disposition },
    body: await openAsBlob(file),
  })
  if (answer.status !== 201) throw new Error(`The upload was answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { id: string }).id
}

/** GET of values of another data set, by one caller. */
function askAtPace({ pace }: Deps, { url, headers, pathOf }: Service, seconds: number): Promise<number[]> {
  const paths = Array.from({ length: 100 }, () =>
    pathOf(`/datasets/${DATASETS.small}/values/${randomPath(shapeOf(1000), 3)}`),
  )
  return pace.ask({ url, headers, paths, everyMs: PACE_MS, seconds })
}

function p95(latencies: number[]): number {
  return summarise(latencies, 1).p95
}
