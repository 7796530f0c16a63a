import type { Client } from '#kernel/work.ts'
import type { RecordedActor } from '#modules/governance/acting-manager.ts'
import type { Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import type { DeletionRef } from './queries.ts'
import type { DeletionStatus } from './schemas.ts'

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
