import type { Bench } from './bench.ts'
import { KNOWLEDGE } from './content/articles.ts'
import { checkArticles } from './content/check-articles.ts'
import { checkPeople } from './content/check-people.ts'
import { checkTree } from './content/check-tree.ts'
import { loadArticles } from './content/load-articles.ts'
import { loadPeople } from './content/load-people.ts'
import { loadRequests, untilCounted } from './content/load-requests.ts'
import { loadTree } from './content/load-tree.ts'
import { loadWork } from './content/load-work.ts'
import { COMPANIES, companyOf } from './content/people.ts'
import { REQUEST_CLIENTS } from './content/request-clients.ts'
import { DATASETS, sizeOf } from './content/tree.ts'
import { withoutIndexes } from './content/without-indexes.ts'
import { loading, say } from './say.ts'

export async function loadValues({ database: { client }, service, shapes }: Bench): Promise<void> {
  await loading(`${sizeOf(shapes.large)} values`, () =>
    withoutIndexes(client, ['dataset_values'], async () => {
      await loadTree(client, DATASETS.large, shapes.large)
      await loadTree(client, DATASETS.small, shapes.small)
      await loadTree(client, DATASETS.subject, shapes.written)
      await loadTree(client, DATASETS.reference, shapes.written)
    }),
  )
  say('checking them')
  await checkTree(client, service, DATASETS.large, shapes.large)
  await checkTree(client, service, DATASETS.small, shapes.small)
}

export async function loadCompanies({ database: { client }, service, options }: Bench): Promise<void> {
  await loading(`${options.employees} employees`, () =>
    withoutIndexes(client, ['employees', 'registrations'], async () => {
      await loadPeople(client, COMPANIES.large, companyOf(options.employees))
      await loadPeople(client, COMPANIES.small, companyOf(3000))
    }),
  )
  say('checking them')
  for (const clientId of Object.values(COMPANIES)) await checkPeople(client, service, clientId)
}

/** The companies may be there already. */
export async function loadManaged(bench: Bench): Promise<void> {
  const { client } = bench.database
  const { rowCount } = await client.query('SELECT FROM employees WHERE client_id = $1 LIMIT 1', [COMPANIES.large])
  if (rowCount === 0) await loadCompanies(bench)
  const { requests } = bench.options
  const tables = ['documents', 'requests', 'signature_processes', 'signature_signers', 'signature_files']
  await loading(`${requests} documents, requests and signature processes`, () =>
    withoutIndexes(client, tables, async () => {
      await loadWork(client, COMPANIES.large, requests)
      await loadWork(client, COMPANIES.small, Math.floor(requests / 100))
    }),
  )
}

/** Lists need them counted, which takes up to a minute. */
export async function loadRequestClients({ database: { client }, options }: Bench, areListed: boolean): Promise<void> {
  await loading(`${options.requests} requests`, () =>
    withoutIndexes(client, ['requests'], async () => {
      await loadRequests(client, REQUEST_CLIENTS.large, options.requests)
      await loadRequests(client, REQUEST_CLIENTS.small, Math.floor(options.requests / 100))
    }),
  )
  if (!areListed) return
  say('waiting until they are counted')
  await untilCounted(client)
}

export async function loadKnowledge({ database: { client }, service, options }: Bench): Promise<void> {
  const sizes = { [KNOWLEDGE.large]: options.articles, [KNOWLEDGE.small]: 1000 }
  await loading(`${options.articles} articles`, async () => {
    for (const [id, count] of Object.entries(sizes)) await loadArticles(client, await service.as(id), id, count)
    await withoutIndexes(client, [], async () => {})
  })
  say('checking them')
  for (const id of Object.keys(sizes)) await checkArticles(client, await service.as(id), id)
}
