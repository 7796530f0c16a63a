import type { Client } from '#kernel/work.ts'
import type { HandOverStatus } from '#modules/distributions/packages/schemas.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { lookup, statement } from '#platform/db/statement.ts'
import type { CarrierKind } from './schemas.ts'

export type HandOverRow = {
  id: string
  status: HandOverStatus
  carrier_kind: CarrierKind
  turn: number
  attempts: number
  attempted_at: Date | null
  sending_since: Date | null
  next_attempt_at: Date | null
  failure: string | null
  failure_message: string | null
  receipt: string | null
  ended_at: Date | null
}

const find = lookup<HandOverRow, [string, number]>(`
  SELECT id, status, carrier_kind, turn, attempts, attempted_at, sending_since, next_attempt_at, failure, failure_message,
    receipt, ended_at
  FROM distribution_hand_overs WHERE client_id = $1 AND project_id = $2`)

/** A change of it takes the lock of the project. */
export async function findHandOver(db: Db, client: Client, projectId: number): Promise<HandOverRow | undefined> {
  return (await find(db, client.id, projectId))[0]
}

export const insertHandOver = statement<
  never,
  [clientId: string, projectId: number, id: string, kind: CarrierKind, now: Date]
>(`
  INSERT INTO distribution_hand_overs (client_id, project_id, id, status, carrier_kind, turn, attempts, next_attempt_at,
    created_at)
  VALUES ($1, $2, $3, 'pending', $4, 1, 0, $5, $5)`)

export const markSending = statement<never, [clientId: string, projectId: number, kind: CarrierKind, now: Date]>(`
  UPDATE distribution_hand_overs SET sending_since = $4, carrier_kind = $3 WHERE client_id = $1 AND project_id = $2`)

/** A new turn: jobs of those before it do nothing. */
const renew = statement<never, [string, number, number, Date]>(`
  UPDATE distribution_hand_overs SET status = 'pending', turn = turn + 1, attempts = $3, next_attempt_at = $4,
    sending_since = NULL, ended_at = NULL
  WHERE client_id = $1 AND project_id = $2`)

export async function markForRetry(
  tx: Tx,
  client: Client,
  projectId: number,
  attempts: number,
  at: Date,
): Promise<void> {
  await renew(tx, client.id, projectId, attempts, at)
}

export const markAttempted = statement<
  never,
  [clientId: string, projectId: number, attempts: number, failure: string, message: string, now: Date]
>(`
  UPDATE distribution_hand_overs SET attempts = $3, failure = $4, failure_message = $5, attempted_at = $6,
    sending_since = NULL
  WHERE client_id = $1 AND project_id = $2`)

const end = statement<never, [string, number, HandOverStatus, Date]>(`
  UPDATE distribution_hand_overs SET status = $3, ended_at = $4, next_attempt_at = NULL, sending_since = NULL
  WHERE client_id = $1 AND project_id = $2`)

export async function endHandOver(
  tx: Tx,
  client: Client,
  projectId: number,
  status: HandOverStatus,
  now: Date,
): Promise<void> {
  await end(tx, client.id, projectId, status, now)
}

export const keepReceipt = statement<never, [clientId: string, projectId: number, receipt: string | null, now: Date]>(`
  UPDATE distribution_hand_overs SET receipt = $3, attempts = attempts + 1, attempted_at = $4, failure = NULL,
    failure_message = NULL
  WHERE client_id = $1 AND project_id = $2`)

/** What is true of a package that goes to the carrier: it was made, and nothing is wrong with it. */
const IS_SENT = 'problem IS NULL AND sha256 IS NOT NULL'

const hasSome = statement<{ has: boolean }, [string, number]>(`
  SELECT EXISTS (SELECT FROM distribution_packages WHERE client_id = $1 AND project_id = $2 AND ${IS_SENT}) AS has`)

export async function hasPackagesToSend(tx: Tx, client: Client, projectId: number): Promise<boolean> {
  return (await hasSome(tx, client.id, projectId))[0]?.has ?? false
}

/** The packages that go with a hand-over have its status. */
export const updatePackageStatus = statement<never, [clientId: string, projectId: number, status: string]>(`
  UPDATE distribution_packages SET status = $3 WHERE client_id = $1 AND project_id = $2 AND ${IS_SENT}
    AND status <> $3`)

/** What a person takes care of is downloaded, or waits for it. */
export const leavePackages = statement<never, [clientId: string, projectId: number]>(`
  UPDATE distribution_packages SET status = CASE WHEN downloaded_at IS NULL THEN 'prepared' ELSE 'downloaded' END
  WHERE client_id = $1 AND project_id = $2 AND ${IS_SENT}`)
