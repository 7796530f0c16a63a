import { sql } from 'kysely'
import type { ErasureModule, KeptItem, TypeCount } from '#kernel/personal-data/eraser.ts'
import type { Client } from '#kernel/work.ts'
import type { RecordedActor } from '#modules/governance/acting-manager.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { keysetSql, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { lookup, ofClient, statement } from '#platform/db/statement.ts'
import { isUuid } from '#platform/uuid.ts'
import type { DeletionRequest, DeletionStatus, ErasedType, ListDeletionsQuery } from './schemas.ts'

export type StoredModule = {
  module: ErasureModule
  status: 'allowed' | 'rejected' | 'done' | 'error'
  resources: TypeCount[]
  kept: KeptItem[]
  error: string | null
  failures: number
  reached: string | null
}

/** By what a person is found in what was written down about them. */
export type Identity = {
  technical_id: string
  core_uuid: string
  identifiers: string[]
  names: string[]
  emails: string[]
  isIdShared?: boolean
}

export type DeletionRow = {
  id: string
  resource_type: ErasedType
  resource_id: string
  resource_key: string
  employee_key: string | null
  resource_name: string | null
  mode: 'delete' | 'anonymise'
  status: DeletionStatus
  outcome: 'complete' | 'partial' | null
  origin: DeletionRequest['origin']
  reason: string | null
  requested_by_employee: boolean
  notification_recipient: string | null
  grace_days: number
  send_package: boolean
  external_reference: string | null
  access_package_id: string | null
  package_sent: boolean
  pseudonym: string | null
  identity: Identity | null
  created_by: RecordedActor
  confirmed_by: RecordedActor | null
  due_at: Date | null
  evaluated_at: Date | null
  confirmed_at: Date | null
  prepared_at: Date | null
  processing_at: Date | null
  completed_at: Date | null
  canceled_at: Date | null
  error: string | null
  failures: number
  disposal_id: string | null
  disposal_item_key: string | null
  created_at: Date
  updated_at: Date
  modules: StoredModule[]
}

const COLUMNS = [
  'id',
  'resource_type',
  'resource_id',
  'resource_key',
  'employee_key',
  'resource_name',
  'mode',
  'status',
  'outcome',
  'origin',
  'reason',
  'requested_by_employee',
  'notification_recipient',
  'grace_days',
  'send_package',
  'external_reference',
  'access_package_id',
  'package_sent',
  'pseudonym',
  'identity',
  'created_by',
  'confirmed_by',
  'due_at',
  'evaluated_at',
  'confirmed_at',
  'prepared_at',
  'processing_at',
  'completed_at',
  'canceled_at',
  'error',
  'failures',
  'disposal_id',
  'disposal_item_key',
  'created_at',
  'updated_at',
]

const SELECT = `
  SELECT ${COLUMNS.map((column) => `deletion.${column}`).join(', ')},
    (SELECT coalesce(json_agg(json_build_object('module', part.module, 'status', part.status, 'resources', part.resources,
        'kept', part.kept, 'error', part.error, 'failures', part.failures, 'reached', part.reached) ORDER BY part.position), '[]')
     FROM deletion_request_modules part
     WHERE part.client_id = $client_id AND part.deletion_request_id = deletion.id) AS modules
  FROM deletion_requests deletion`

export type DeletionRef = { client_id: string; id: string }

const find = lookup<DeletionRow, DeletionRef>(
  `${SELECT} WHERE deletion.client_id = $client_id AND deletion.id = $id::uuid`,
)

export async function findDeletion(db: Db, client: Client, id: string): Promise<DeletionRow | undefined> {
  return isUuid(id) ? (await find(db, { client_id: client.id, id }))[0] : undefined
}

const lock = statement<{ id: string }, DeletionRef>(`
  SELECT id FROM deletion_requests WHERE client_id = $client_id AND id = $id::uuid FOR NO KEY UPDATE`)

/** Like findDeletion, and locks it: every change of the request and its modules is made under this lock. */
export async function lockDeletion(tx: Tx, client: Client, id: string): Promise<DeletionRow | undefined> {
  if (!isUuid(id)) return undefined
  await lock(tx, { client_id: client.id, id })
  return findDeletion(tx, client, id)
}

type Filter = Pick<ListDeletionsQuery, 'status' | 'resource_type' | 'resource_id'> & {
  /** Those that this employee asked for. */
  own_of?: string
}

export async function listDeletions(
  db: Db,
  client: Client,
  { status, resource_type, resource_id, own_of }: Filter,
  request: OrderedRequest,
): Promise<DeletionRow[]> {
  const { beyond, sequence, limit } = keysetSql('deletion', request)
  const conditions = [
    sql`deletion.client_id = ${client.id}`,
    ...(status ? [sql`deletion.status = ${status}`] : []),
    ...(resource_type ? [sql`deletion.resource_type = ${resource_type}`] : []),
    ...(resource_id === undefined ? [] : [sql`deletion.resource_id = ${resource_id}`]),
    ...(own_of === undefined
      ? []
      : [
          sql`deletion.origin = 'employee' AND deletion.employee_key = (
            SELECT key FROM employees WHERE client_id = ${client.id} AND technical_id = ${own_of})`,
        ]),
    ...beyond,
  ]
  const { rows } = await sql<DeletionRow>`
    ${ofClient(SELECT, client)} WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}`.execute(
    db,
  )
  return rows
}

export type NewDeletion = Pick<
  DeletionRow,
  | 'id'
  | 'resource_type'
  | 'resource_id'
  | 'resource_key'
  | 'employee_key'
  | 'resource_name'
  | 'mode'
  | 'origin'
  | 'reason'
  | 'requested_by_employee'
  | 'notification_recipient'
  | 'grace_days'
  | 'send_package'
  | 'external_reference'
  | 'created_by'
  | 'created_at'
  | 'disposal_id'
  | 'disposal_item_key'
>

const insert = statement<{ id: string }, Omit<NewDeletion, 'created_by'> & { client_id: string; created_by: string }>(`
  INSERT INTO deletion_requests (client_id, id, resource_type, resource_id, resource_key, employee_key, resource_name, mode,
    status, origin, reason, requested_by_employee, notification_recipient, grace_days, send_package, external_reference,
    created_by, disposal_id, disposal_item_key, created_at, updated_at)
  VALUES ($client_id, $id, $resource_type, $resource_id, $resource_key, $employee_key, $resource_name, $mode,
    'evaluating', $origin, $reason, $requested_by_employee, $notification_recipient, $grace_days, $send_package,
    $external_reference, $created_by, $disposal_id, $disposal_item_key, $created_at, $created_at)
  ON CONFLICT DO NOTHING RETURNING id`)

/** False when there is an open one of the same resource. */
export async function insertDeletion(tx: Tx, client: Client, deletion: NewDeletion): Promise<boolean> {
  const created_by = JSON.stringify(deletion.created_by)
  return (await insert(tx, { ...deletion, client_id: client.id, created_by })).length === 1
}

export const findByPackage = lookup<{ id: string }, { client_id: string; access_package_id: string }>(`
  SELECT id FROM deletion_requests WHERE client_id = $client_id AND access_package_id = $access_package_id::uuid`)
