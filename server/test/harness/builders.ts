import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { DoWork } from '#kernel/work.ts'
import { putApiKey, putApplication } from '#modules/auth/index.ts'
import { putDataset, putValues } from '#modules/datasets/index.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import type { Db } from '#platform/db/db.ts'
import type { Http } from '#platform/http/routes.ts'

/** Whose data the builders make. */
export const acme = {
  client: { id: 'acme', languages: ['en-us', 'fr-fr', 'de-de'] },
  actor: { type: 'application', id: 'builder', name: 'Builder' },
  issued: ['*'],
} as const

/** The other client of the test set-up. */
export const globex = { ...acme, client: { id: 'globex', languages: ['en-us'] } } as const

export const unique = (prefix: string) => `${prefix}-${randomBytes(4).toString('hex')}`

export const inEnglish = (value: string | null) => [{ language_code: 'en-us', value }]

type DatasetOptions = { id?: string; dimensions?: string[]; values?: string[]; owner?: typeof acme | typeof globex }

/** A data set of acme; its values are named after their paths. Its own events are not kept. */
export async function aDataset(deps: { doWork: DoWork; db: Db }, options: DatasetOptions = {}): Promise<string> {
  const { id = unique('ds'), dimensions = ['country', 'city', 'office'], values = [], owner = acme } = options
  await deps.doWork(owner, async (work) => {
    await putDataset(work, id, {
      localized_names: [],
      dimensions: dimensions.map((one) => ({ id: one, localized_names: inEnglish(one) })),
    })
    await putValues(
      work,
      id,
      values.map((code) => ({ code, localized_names: inEnglish(code) })),
    )
    work.pendingEvents.length = 0
  })
  return id
}

type Named = { code: string; names: Record<string, string> }

/** Gives values of a data set of acme these names, by language. Its own events are not kept. */
export async function withNames(deps: { doWork: DoWork }, datasetId: string, values: Named[]): Promise<void> {
  await deps.doWork(acme, async (work) => {
    await putValues(
      work,
      datasetId,
      values.map(({ code, names }) => ({
        code,
        localized_names: Object.entries(names).map(([language_code, value]) => ({ language_code, value })),
      })),
    )
    work.pendingEvents.length = 0
  })
}

type Issuing = { doWork: DoWork; keyring: Keyring }
type ApplicationOptions = {
  id?: string
  secret?: string
  permissions?: string[]
  owners?: (typeof acme | typeof globex)[]
}

/** An application, issued for acme unless told otherwise. */
export async function anApplication(deps: Issuing, options: ApplicationOptions = {}) {
  const { id = unique('app'), secret = unique('secret'), permissions = ['*'], owners = [acme] } = options
  for (const owner of owners) {
    await deps.doWork(owner, (work) => putApplication(work, { id, secret, permissions }, deps.keyring))
  }
  return { id, secret }
}

/** The header of a token of a new application of acme that may do only this. */
export async function allowedTo(
  service: Issuing & { app: Http },
  ...permissions: string[]
): Promise<{ authorization: string }> {
  const { id, secret } = await anApplication(service, { permissions })
  const answer = await service.app.inject({
    method: 'POST',
    url: '/api/v2/client/tokens',
    headers: { authorization: basic(id, secret), 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'grant_type=client_credentials&scope=client&client_id=acme',
  })
  return { authorization: `Bearer ${answer.json().access_token}` }
}

type KeyOptions = { allowed_addresses?: string[]; expires_at?: string }

/** An API key of acme. */
export async function anApiKey(deps: Issuing, options: KeyOptions = {}) {
  const name = unique('key')
  const key = unique('api-key')
  await deps.doWork(acme, (work) => putApiKey(work, { name, key, ...options }, deps.keyring))
  return { name, key }
}

/** The types of the events that tell of a data set or its values, in their order. */
export async function eventsAbout(db: Db, datasetId: string): Promise<string[]> {
  return (await eventRowsAbout(db, datasetId)).map((one) => one.type)
}

export type EventRow = {
  id: string
  client_id: string
  type: string
  resource_id: string
  actor_type: string
  actor_id: string | null
  actor_name: string | null
  data: unknown
}

/** The events that tell of a data set or its values, whole. */
export async function eventRowsAbout(db: Db, datasetId: string): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    SELECT id, client_id, type, resource_id, actor_type, actor_id, actor_name, data FROM events
    WHERE data ->> 'dataset_id' = ${datasetId} OR (type LIKE 'dataset.%' AND resource_id = ${datasetId})
    ORDER BY id`.execute(db)
  return rows
}

/** The paths that are stored for a data set, sorted; those of a deleted one too. */
export async function storedPaths(db: Db, datasetId: string): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    SELECT value.path FROM dataset_values value
    JOIN datasets dataset ON dataset.client_id = value.client_id AND dataset.key = value.dataset_key
    WHERE dataset.id = ${datasetId} ORDER BY value.path`.execute(db)
  return rows.map((row) => row.path)
}

/** An `Authorization: Basic` header; the texts are taken as they are. */
export function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
}
