import { setTimeout as delay } from 'node:timers/promises'
import { DATASETS } from '../harness/content/tree.ts'
import type { Database } from '../harness/database.ts'
import { endProcess, type Service, startService } from '../harness/service.ts'
import type { Peer } from './peer.ts'
import { fileOf } from './places.ts'

const LOOK_EVERY_MS = 50
const ENV = { WEBHOOK_ALLOW_PRIVATE: 'true' }
const { large, subject } = DATASETS

/** The service as its users start it, the second time. */
export async function restartDossier(database: Database, before: Service): Promise<Peer> {
  await endProcess(before)
  const startedAt = performance.now()
  const service = await startService(database, { env: ENV })
  const { pid, url, headers } = service
  return { name: 'Dossier', pid, startMs: performance.now() - startedAt, url, headers, ...callsOf(service) }
}

type Calls = Pick<Peer, 'readOne' | 'readChildren' | 'search' | 'creation' | 'create' | 'importFile' | 'subscribe'>

function callsOf(service: Service): Calls {
  const values = service.pathOf(`/datasets/${large}/values`)
  return {
    readOne: ({ path }) => `${values}/${path}`,
    readChildren: (parent) => `${values}?parent_code=${parent}&sort=name&per_page=20`,
    search: (word) => `${values}?q=${word}&per_page=20`,
    // The load generator writes the code behind the path of a value above.
    creation: { paths: [service.pathOf(`/datasets/${large}/values/c0001`)], newValues: '' },
    async create(code, name) {
      const localized_names = [
        { language_code: 'en-us', value: name },
        { language_code: 'fr-fr', value: `Bureau ${code}` },
      ]
      await service.call('PUT', `/datasets/${subject}/values/${code}`, { localized_names })
    },
    importFile: (rows) => importFile(service, rows),
    async subscribe(callback_url) {
      await service.call('POST', '/webhooks', { name: 'tell', callback_url, events: ['dataset_value.created'] })
    },
  }
}

async function importFile({ url, headers, pathOf, call }: Service, rows: number): Promise<void> {
  const text = fileOf(rows, 'country,country.en-us,country.fr-fr', (one) =>
    [one.path, one.name_en, one.name_fr].join(','),
  )
  const disposition = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="places.csv"' }
  const answer = await fetch(`${url}${pathOf('/uploads')}`, {
    method: 'POST',
    headers: { ...headers, ...disposition },
    body: text,
  })
  if (answer.status !== 201) throw new Error(`The upload was answered ${answer.status}: ${await answer.text()}`)
  const { id: upload_id } = (await answer.json()) as { id: string }
  const input = { dataset_id: DATASETS.large, upload_id, mode: 'merge' }
  const { body } = await call<{ id: string }>('POST', '/dataset_imports', input)
  for (;;) {
    const { body: one } = await call<{ status: string; result: string }>('GET', `/dataset_imports/${body.id}`)
    if (one.status === 'finished' && one.result === 'success') return
    if (one.status === 'finished') throw new Error(`The import ended: ${JSON.stringify(one)}`)
    await delay(LOOK_EVERY_MS)
  }
}
