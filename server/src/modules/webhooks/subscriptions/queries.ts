import { sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import { ownerPermissions } from '#modules/auth/index.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { keysetSql, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { lookup, ofClient, statement } from '#platform/db/statement.ts'

export type WebhookRow = {
  id: string
  name: string
  callback_url: string
  events: string[]
  is_active: boolean
  owner_email: string | null
  owner_type: 'application' | 'user' | 'system'
  owner_id: string | null
  /** What the owner may do now. */
  owner_permissions: string[]
  disabled_at: Date | null
  disabled_reason: 'gone' | 'failing' | null
  created_at: Date
  updated_at: Date
  sealed_key: string
  sealed_previous_key: string | null
  previous_key_until: Date | null
}

const OWNER_PERMISSIONS = ownerPermissions({
  client: '$client_id',
  type: 'webhook.owner_type',
  id: 'webhook.owner_id',
})
const COLUMNS = `webhook.id, webhook.name, endpoint.url AS callback_url, webhook.events, webhook.is_active,
  webhook.owner_email, webhook.owner_type, webhook.owner_id, ${OWNER_PERMISSIONS} AS owner_permissions, webhook.disabled_at, webhook.disabled_reason, webhook.created_at, webhook.updated_at,
  endpoint.sealed_key, endpoint.sealed_previous_key, endpoint.previous_key_until`
const FROM = `FROM webhooks webhook
  JOIN callback_endpoints endpoint ON endpoint.client_id = webhook.client_id AND endpoint.id = webhook.id`

const find = lookup<WebhookRow, { client_id: string; id: string }>(
  `SELECT ${COLUMNS} ${FROM} WHERE webhook.client_id = $client_id AND webhook.id = $id::uuid`,
)

export async function findWebhook(db: Db, client: Client, id: string): Promise<WebhookRow | undefined> {
  return (await find(db, { client_id: client.id, id }))[0]
}

const lock = statement<{ id: string }, { client_id: string; id: string }>(
  'SELECT id FROM webhooks WHERE client_id = $client_id AND id = $id::uuid FOR UPDATE',
)

/** Like findWebhook, and locks the webhook until the transaction ends. */
export async function lockWebhook(tx: Tx, client: Client, id: string): Promise<WebhookRow | undefined> {
  const [locked] = await lock(tx, { client_id: client.id, id })
  // A second statement, so that it sees what the last holder of the lock committed.
  return locked && findWebhook(tx, client, id)
}

export async function listWebhooks(
  db: Db,
  client: Client,
  { is_active }: { is_active?: boolean },
  request: OrderedRequest,
): Promise<WebhookRow[]> {
  const { beyond, sequence, limit } = keysetSql('webhook', request)
  const conditions = [sql`webhook.client_id = ${client.id}`, ...beyond]
  if (is_active !== undefined) conditions.push(sql`webhook.is_active = ${is_active}`)
  const { rows } = await sql<WebhookRow>`
    SELECT ${ofClient(COLUMNS, client)} ${sql.raw(FROM)} WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
  return rows
}

const count = statement<{ count: number }, { client_id: string }>(
  'SELECT count(*)::integer AS count FROM webhooks WHERE client_id = $client_id',
)

export async function countWebhooks(db: Db, client: Client): Promise<number> {
  return (await count(db, { client_id: client.id }))[0]?.count ?? 0
}

const insert = statement<
  never,
  {
    client_id: string
    id: string
    name: string
    events: string[]
    is_active: boolean
    owner_email: string | null
    created_at: Date
    owner_type: WebhookRow['owner_type']
    owner_id: string | null
  }
>(`
  INSERT INTO webhooks
    (client_id, id, name, events, is_active, owner_email, created_at, updated_at, owner_type, owner_id)
  VALUES ($client_id, $id, $name, $events, $is_active, $owner_email, $created_at, $created_at, $owner_type, $owner_id)`)

export async function insertWebhook(
  tx: Tx,
  client: Client,
  { id, name, events, is_active, owner_email, created_at, owner_type, owner_id }: WebhookRow,
): Promise<void> {
  await insert(tx, { client_id: client.id, id, name, events, is_active, owner_email, created_at, owner_type, owner_id })
}

const update = statement<
  never,
  {
    client_id: string
    id: string
    name: string
    events: string[]
    is_active: boolean
    owner_email: string | null
    disabled_at: Date | null
    disabled_reason: string | null
    updated_at: Date
  }
>(`
  UPDATE webhooks SET name = $name, events = $events, is_active = $is_active, owner_email = $owner_email, disabled_at = $disabled_at, disabled_reason = $disabled_reason,
    updated_at = $updated_at
  WHERE client_id = $client_id AND id = $id`)

export async function updateWebhook(tx: Tx, client: Client, webhook: WebhookRow): Promise<void> {
  const { id, name, events, is_active, owner_email, disabled_at, disabled_reason, updated_at } = webhook
  await update(tx, {
    client_id: client.id,
    id,
    name,
    events,
    is_active,
    owner_email,
    disabled_at,
    disabled_reason,
    updated_at,
  })
}

const changeOwner = statement<
  never,
  { client_id: string; id: string; owner_type: WebhookRow['owner_type']; owner_id: string | null }
>('UPDATE webhooks SET owner_type = $owner_type, owner_id = $owner_id WHERE client_id = $client_id AND id = $id')

export async function updateOwner(tx: Tx, client: Client, { id, owner_type, owner_id }: WebhookRow): Promise<void> {
  await changeOwner(tx, { client_id: client.id, id, owner_type, owner_id })
}

const remove = statement<never, { client_id: string; id: string }>(
  'DELETE FROM webhooks WHERE client_id = $client_id AND id = $id',
)

export async function removeWebhook(tx: Tx, client: Client, id: string): Promise<void> {
  await remove(tx, { client_id: client.id, id })
}
