import { sql } from 'kysely'
import type { DisposalAction } from '#kernel/disposer.ts'
import type { HeldType } from '#kernel/legal-hold.ts'
import type { Client } from '#kernel/work.ts'
import type { RecordedActor } from '#modules/governance/acting-manager.ts'
import { blobNames } from '#platform/blobs/blob-names.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { keysetSql, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { lookup, ofClient, statement } from '#platform/db/statement.ts'
import { isUuid } from '#platform/uuid.ts'
import type { Approval, Counts, DisposalStatus, ItemStatus, ListDisposalsQuery } from './schemas.ts'

export type StoredApproval = Omit<Approval, 'at'> & { at: string }

export type DisposalRow = Counts & {
  id: string
  retention_policy_id: string
  policy: Record<string, unknown>
  resource_type: HeldType
  action: DisposalAction
  status: DisposalStatus
  origin: 'daily' | 'api' | 'portal'
  needs_approval: number
  items_until: string
  files_until: string
  failures: number
  created_at: Date
  gathered_at: Date | null
  completed_at: Date | null
  approvals: StoredApproval[]
  has_certificate: boolean
}

const SELECT = `
  SELECT disposal.id, disposal.retention_policy_id, disposal.policy, disposal.resource_type, disposal.action,
    disposal.status, disposal.origin, disposal.needs_approval, disposal.total, disposal.waiting, disposal.approved,
    disposal.rejected, disposal.held, disposal.not_due, disposal.gone, disposal.done, disposal.failed,
    disposal.items_until, disposal.files_until, disposal.failures, disposal.created_at, disposal.gathered_at,
    disposal.completed_at,
    (SELECT coalesce(json_agg(json_build_object('technical_id', approval.technical_id, 'name', approval.name,
        'at', approval.at, 'items', approval.items, 'comment', approval.comment) ORDER BY approval.key), '[]')
     FROM disposal_approvals approval
     WHERE approval.client_id = $client_id AND approval.disposal_id = disposal.id) AS approvals,
    EXISTS (SELECT FROM disposal_certificates certificate
     WHERE certificate.client_id = $client_id AND certificate.disposal_id = disposal.id) AS has_certificate
  FROM disposals disposal`

const find = lookup<DisposalRow, { client_id: string; id: string }>(
  `${SELECT} WHERE disposal.client_id = $client_id AND disposal.id = $id::uuid`,
)

export async function findDisposal(db: Db, client: Client, id: string): Promise<DisposalRow | undefined> {
  return isUuid(id) ? (await find(db, { client_id: client.id, id }))[0] : undefined
}

const lock = statement<{ id: string }, { client_id: string; id: string }>(`
  SELECT id FROM disposals WHERE client_id = $client_id AND id = $id::uuid FOR NO KEY UPDATE`)

/** Like findDisposal, and locks it: every change of its items is made under this lock. */
export async function lockDisposal(tx: Tx, client: Client, id: string): Promise<DisposalRow | undefined> {
  if (!isUuid(id)) return undefined
  await lock(tx, { client_id: client.id, id })
  return findDisposal(tx, client, id)
}

export async function listDisposals(
  db: Db,
  client: Client,
  { status, retention_policy_id }: Pick<ListDisposalsQuery, 'status' | 'retention_policy_id'>,
  request: OrderedRequest,
): Promise<DisposalRow[]> {
  const { beyond, sequence, limit } = keysetSql('disposal', request)
  const conditions = [
    sql`disposal.client_id = ${client.id}`,
    ...(status ? [sql`disposal.status = ${status}`] : []),
    ...(retention_policy_id === undefined ? [] : [sql`disposal.retention_policy_id = ${retention_policy_id}`]),
    ...beyond,
  ]
  const { rows } = await sql<DisposalRow>`
    ${ofClient(SELECT, client)} WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}`.execute(
    db,
  )
  return rows
}

export type NewDisposal = Pick<
  DisposalRow,
  'id' | 'retention_policy_id' | 'policy' | 'resource_type' | 'action' | 'origin' | 'needs_approval' | 'created_at'
> & { created_by: RecordedActor }

const insert = statement<
  never,
  Omit<NewDisposal, 'policy' | 'created_by'> & { client_id: string; policy: string; created_by: string }
>(`
  INSERT INTO disposals (client_id, id, retention_policy_id, policy, resource_type, action, status, origin, needs_approval,
    created_by, created_at, updated_at)
  VALUES ($client_id, $id, $retention_policy_id, $policy, $resource_type, $action, 'gathering', $origin, $needs_approval,
    $created_by, $created_at, $created_at)`)

export async function insertDisposal(tx: Tx, client: Client, disposal: NewDisposal): Promise<void> {
  const { policy, created_by } = disposal
  await insert(tx, {
    ...disposal,
    client_id: client.id,
    policy: JSON.stringify(policy),
    created_by: JSON.stringify(created_by),
  })
}

const hasOpenOf = statement<{ is_open: boolean }, { client_id: string; policy: string }>(`
  SELECT EXISTS (SELECT FROM disposals WHERE client_id = $client_id AND retention_policy_id = $policy
    AND status IN ('gathering', 'waiting_for_approval', 'processing')) AS is_open`)

/** Whether a disposal of this policy has not ended. */
export async function hasOpenDisposal(tx: Tx, client: Client, policy: string): Promise<boolean> {
  return (await hasOpenOf(tx, { client_id: client.id, policy }))[0]?.is_open === true
}

const setStatus = statement<
  never,
  { client_id: string; id: string; status: DisposalStatus; now: Date; has_ended: boolean }
>(`
  UPDATE disposals SET status = $status, updated_at = $now, failures = 0,
    gathered_at = CASE WHEN status = 'gathering' AND $status NOT IN ('canceled', 'failed') THEN $now::timestamptz ELSE gathered_at END,
    completed_at = CASE WHEN $has_ended THEN $now::timestamptz END
  WHERE client_id = $client_id AND id = $id`)

export async function storeStatus(
  tx: Tx,
  client: Client,
  { id, status, now }: { id: string; status: DisposalStatus; now: Date },
): Promise<void> {
  const has_ended = status === 'completed' || status === 'canceled'
  await setStatus(tx, { client_id: client.id, id, status, now, has_ended })
}

/** How many items became what they are now, by status: what a change adds, and takes away. */
export type CountChanges = Partial<Record<ItemStatus, number>>

const count = statement<never, { client_id: string; id: string; now: Date } & Record<ItemStatus, number>>(`
  UPDATE disposals SET waiting = waiting + $waiting::integer, approved = approved + $approved::integer,
    rejected = rejected + $rejected::integer, held = held + $held::integer, not_due = not_due + $not_due::integer,
    gone = gone + $gone::integer, done = done + $done::integer, failed = failed + $failed::integer, updated_at = $now
  WHERE client_id = $client_id AND id = $id`)

const NO_CHANGES: Record<ItemStatus, number> = {
  waiting: 0,
  approved: 0,
  rejected: 0,
  held: 0,
  not_due: 0,
  gone: 0,
  done: 0,
  failed: 0,
}

export async function storeCounts(
  tx: Tx,
  client: Client,
  { id, changes, now }: { id: string; changes: CountChanges; now: Date },
): Promise<void> {
  await count(tx, { ...NO_CHANGES, ...changes, client_id: client.id, id, now })
}

const setTotal = statement<never, { client_id: string; id: string; total: number }>(
  'UPDATE disposals SET total = $total WHERE client_id = $client_id AND id = $id',
)
export const storeTotal = (tx: Tx, client: Client, id: string, total: number) =>
  setTotal(tx, { client_id: client.id, id, total })

/** The last item whose turn came. */
export const storeItemsUntil = statement<never, { client_id: string; id: string; key: string }>(
  'UPDATE disposals SET items_until = $key, failures = 0 WHERE client_id = $client_id AND id = $id',
)

/** The last item whose files were looked after. */
export const storeFilesUntil = statement<never, { client_id: string; id: string; key: string; now: Date }>(
  'UPDATE disposals SET files_until = $key, failures = 0, updated_at = $now WHERE client_id = $client_id AND id = $id',
)

export const countFailure = statement<{ failures: number }, { client_id: string; id: string; now: Date }>(`
  UPDATE disposals SET failures = failures + 1, updated_at = $now WHERE client_id = $client_id AND id = $id
  RETURNING failures`)

export type NewApproval = {
  disposal_id: string
  technical_id: string
  name: string
  at: Date
  items: number
  comment: string | null
}

const addApproval = statement<never, NewApproval & { client_id: string }>(`
  INSERT INTO disposal_approvals (client_id, disposal_id, technical_id, name, at, items, comment)
  VALUES ($client_id, $disposal_id, $technical_id, $name, $at, $items, $comment)`)

export const insertApproval = (tx: Tx, client: Client, approval: NewApproval) =>
  addApproval(tx, { ...approval, client_id: client.id })

export type CertificateRow = { sha256: string; size: string; seal: string | null }

const findOne = lookup<CertificateRow, { client_id: string; id: string; format: string }>(`
  SELECT sha256, size, seal FROM disposal_certificates
  WHERE client_id = $client_id AND disposal_id = $id::uuid AND format = $format`)

export async function findCertificate(
  db: Db,
  client: Client,
  id: string,
  format: 'json' | 'pdf',
): Promise<CertificateRow | undefined> {
  return isUuid(id) ? (await findOne(db, { client_id: client.id, id, format }))[0] : undefined
}

export type NewCertificate = {
  disposal_id: string
  format: 'json' | 'pdf'
  sha256: string
  size: number
  seal: string | null
}

const addCertificate = statement<never, NewCertificate & { client_id: string }>(`
  INSERT INTO disposal_certificates (client_id, disposal_id, format, sha256, size, seal)
  VALUES ($client_id, $disposal_id, $format, $sha256, $size, $seal)`)

export const insertCertificate = (tx: Tx, client: Client, certificate: NewCertificate) =>
  addCertificate(tx, { ...certificate, client_id: client.id })

export const certificateBlobs = blobNames('disposal_certificates', 'certificate of disposal', 'disposal_id')

export type DisposalRef = { client_id: string; id: string }

/** Disposals whose job was given up: nothing has moved since. */
export const listStalled = statement<DisposalRef, { before: Date }>(`
  SELECT client_id, id FROM disposals WHERE status IN ('gathering', 'processing') AND updated_at < $before LIMIT 100`)

/** The policies of all clients that may have something due. */
export const listEnabledPolicies = statement<DisposalRef>(`
  SELECT client_id, id FROM effective_retention_policies WHERE enabled ORDER BY client_id, id`)
