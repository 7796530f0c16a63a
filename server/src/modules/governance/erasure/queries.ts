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

const MOMENTS: Partial<Record<DeletionStatus, string>> = {
  evaluated: 'evaluated_at',
  prepared: 'prepared_at',
  processing: 'processing_at',
}

type Move = DeletionRef & { status: DeletionStatus; now: Date }

const moves = Object.fromEntries(
  (['evaluated', 'preparing', 'prepared', 'processing', 'failed'] as const).map((status) => {
    const moment = MOMENTS[status]
    const set = moment ? `, ${moment} = $now` : ''
    return [
      status,
      statement<never, Move>(`
        UPDATE deletion_requests SET status = $status, updated_at = $now, failures = 0${set}
        WHERE client_id = $client_id AND id = $id`),
    ]
  }),
) as Record<'evaluated' | 'preparing' | 'prepared' | 'processing' | 'failed', ReturnType<typeof statement<never, Move>>>

/** Moves a request to a status that a job reached. */
export async function moveDeletion(
  tx: Tx,
  client: Client,
  { id, status, now }: { id: string; status: keyof typeof moves; now: Date },
): Promise<void> {
  await moves[status](tx, { client_id: client.id, id, status, now })
}

export const storePreparedAt = statement<never, DeletionRef & { now: Date }>(`
  UPDATE deletion_requests SET prepared_at = $now, updated_at = $now WHERE client_id = $client_id AND id = $id`)

const confirm = statement<never, DeletionRef & { confirmed_by: string; now: Date; due_at: Date }>(`
  UPDATE deletion_requests SET status = 'confirmed', confirmed_by = $confirmed_by, confirmed_at = $now, due_at = $due_at,
    updated_at = $now, failures = 0
  WHERE client_id = $client_id AND id = $id`)

export async function storeConfirmation(
  tx: Tx,
  client: Client,
  { id, by, now, due_at }: { id: string; by: RecordedActor; now: Date; due_at: Date },
): Promise<void> {
  await confirm(tx, { client_id: client.id, id, confirmed_by: JSON.stringify(by), now, due_at })
}

const cancel = statement<never, DeletionRef & { canceled_by: string; reason: string | null; now: Date }>(`
  UPDATE deletion_requests SET status = 'canceled', canceled_by = $canceled_by, canceled_at = $now, cancel_reason = $reason,
    updated_at = $now
  WHERE client_id = $client_id AND id = $id`)

export async function storeCancellation(
  tx: Tx,
  client: Client,
  { id, by, now, reason }: { id: string; by: RecordedActor; now: Date; reason: string | null },
): Promise<void> {
  await cancel(tx, { client_id: client.id, id, canceled_by: JSON.stringify(by), reason, now })
}

/** Goes on where it stopped. */
export const storeRetry = statement<never, DeletionRef & { status: DeletionStatus; now: Date }>(`
  UPDATE deletion_requests SET status = $status, error = NULL, failures = 0, updated_at = $now
  WHERE client_id = $client_id AND id = $id`)

export const storeError = statement<never, DeletionRef & { error: string; now: Date }>(`
  UPDATE deletion_requests SET status = 'failed', error = $error, updated_at = $now
  WHERE client_id = $client_id AND id = $id`)

export const countFailure = statement<{ failures: number; status: DeletionStatus }, DeletionRef & { now: Date }>(`
  UPDATE deletion_requests SET failures = failures + 1, updated_at = $now WHERE client_id = $client_id AND id = $id
  RETURNING failures, status`)

export const storePackage = statement<never, DeletionRef & { access_package_id: string; now: Date }>(`
  UPDATE deletion_requests SET access_package_id = $access_package_id, updated_at = $now
  WHERE client_id = $client_id AND id = $id`)

export const storePackageSent = statement<never, DeletionRef & { is_sent: boolean }>(`
  UPDATE deletion_requests SET package_sent = $is_sent WHERE client_id = $client_id AND id = $id`)

/** The erasure begins. */
export const storeBeginning = statement<
  never,
  DeletionRef & { pseudonym: string | null; identity: string | null; now: Date }
>(`
  UPDATE deletion_requests SET status = 'processing', processing_at = $now, pseudonym = $pseudonym, identity = $identity,
    updated_at = $now, failures = 0
  WHERE client_id = $client_id AND id = $id`)

/**
 * The end of an erasure; of a request that went on later, once more. A record whose person is gone says nothing that could
 * name them; of one whom a hold keeps it still says by what the rest is found.
 */
export const storeCompletion = statement<never, DeletionRef & { outcome: string; is_erased: boolean; now: Date }>(`
  UPDATE deletion_requests SET status = 'completed', outcome = $outcome, completed_at = $now, updated_at = $now, error = NULL,
    failures = 0, identity = CASE WHEN $is_erased THEN NULL ELSE identity END,
    resource_id = CASE WHEN $is_erased AND resource_type = 'employee' THEN pseudonym ELSE resource_id END,
    resource_name = CASE WHEN $is_erased THEN NULL ELSE resource_name END,
    reason = CASE WHEN $is_erased THEN NULL ELSE reason END,
    cancel_reason = CASE WHEN $is_erased THEN NULL ELSE cancel_reason END,
    notification_recipient = CASE WHEN $is_erased THEN NULL ELSE notification_recipient END
  WHERE client_id = $client_id AND id = $id`)

/** Requests of all clients whose job was given up, or whose time has come. */
export const listToRun = statement<DeletionRef, { before: Date; now: Date }>(`
  SELECT client_id, id FROM deletion_requests
  WHERE status IN ('evaluating', 'confirmed', 'preparing', 'prepared', 'processing') AND updated_at < $before
    AND (status IN ('evaluating', 'preparing', 'processing') OR due_at <= $now OR status = 'confirmed' AND prepared_at IS NULL)
  ORDER BY updated_at LIMIT 100`)

/** Completed requests, of all clients, that left something behind. */
export const listPartial = statement<DeletionRef & { completed_at: Date }, { after: Date; limit: number }>(`
  SELECT client_id, id, completed_at FROM deletion_requests
  WHERE status = 'completed' AND outcome = 'partial' AND completed_at > $after
  ORDER BY completed_at LIMIT $limit`)

export const findByPackage = lookup<{ id: string }, { client_id: string; access_package_id: string }>(`
  SELECT id FROM deletion_requests WHERE client_id = $client_id AND access_package_id = $access_package_id::uuid`)
