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

const find = lookup<HandOverRow, { client_id: string; project_id: number }>(`
  SELECT id, status, carrier_kind, turn, attempts, attempted_at, sending_since, next_attempt_at, failure, failure_message,
    receipt, ended_at
  FROM distribution_hand_overs WHERE client_id = $client_id AND project_id = $project_id`)

/** A change of it takes the lock of the project. */
export async function findHandOver(db: Db, client: Client, projectId: number): Promise<HandOverRow | undefined> {
  return (await find(db, { client_id: client.id, project_id: projectId }))[0]
}

export const insertHandOver = statement<
  never,
  { client_id: string; project_id: number; id: string; kind: CarrierKind; now: Date }
>(`
  INSERT INTO distribution_hand_overs (client_id, project_id, id, status, carrier_kind, turn, attempts, next_attempt_at,
    created_at)
  VALUES ($client_id, $project_id, $id, 'pending', $kind, 1, 0, $now, $now)`)

export const markSending = statement<never, { client_id: string; project_id: number; kind: CarrierKind; now: Date }>(`
  UPDATE distribution_hand_overs SET sending_since = $now, carrier_kind = $kind WHERE client_id = $client_id AND project_id = $project_id`)

/** A new turn: jobs of those before it do nothing. */
const renew = statement<never, { client_id: string; project_id: number; attempts: number; next_attempt_at: Date }>(`
  UPDATE distribution_hand_overs SET status = 'pending', turn = turn + 1, attempts = $attempts, next_attempt_at = $next_attempt_at,
    sending_since = NULL, ended_at = NULL
  WHERE client_id = $client_id AND project_id = $project_id`)

type HandOverRetry = { projectId: number; attempts: number; at: Date }

export async function markForRetry(tx: Tx, client: Client, { projectId, attempts, at }: HandOverRetry): Promise<void> {
  await renew(tx, { client_id: client.id, project_id: projectId, attempts, next_attempt_at: at })
}

export const markAttempted = statement<
  never,
  { client_id: string; project_id: number; attempts: number; failure: string; message: string; now: Date }
>(`
  UPDATE distribution_hand_overs SET attempts = $attempts, failure = $failure, failure_message = $message, attempted_at = $now,
    sending_since = NULL
  WHERE client_id = $client_id AND project_id = $project_id`)

const end = statement<never, { client_id: string; project_id: number; status: HandOverStatus; ended_at: Date }>(`
  UPDATE distribution_hand_overs SET status = $status, ended_at = $ended_at, next_attempt_at = NULL, sending_since = NULL
  WHERE client_id = $client_id AND project_id = $project_id`)

type HandOverEnd = { projectId: number; status: HandOverStatus; now: Date }

export async function endHandOver(tx: Tx, client: Client, { projectId, status, now }: HandOverEnd): Promise<void> {
  await end(tx, { client_id: client.id, project_id: projectId, status, ended_at: now })
}

export const keepReceipt = statement<
  never,
  { client_id: string; project_id: number; receipt: string | null; now: Date }
>(`
  UPDATE distribution_hand_overs SET receipt = $receipt, attempts = attempts + 1, attempted_at = $now, failure = NULL,
    failure_message = NULL
  WHERE client_id = $client_id AND project_id = $project_id`)

/** What is true of a package that goes to the carrier: it was made, and nothing is wrong with it. */
const IS_SENT = 'problem IS NULL AND sha256 IS NOT NULL'

const hasSome = statement<{ has: boolean }, { client_id: string; project_id: number }>(`
  SELECT EXISTS (SELECT FROM distribution_packages WHERE client_id = $client_id AND project_id = $project_id AND ${IS_SENT}) AS has`)

export async function hasPackagesToSend(tx: Tx, client: Client, projectId: number): Promise<boolean> {
  return (await hasSome(tx, { client_id: client.id, project_id: projectId }))[0]?.has ?? false
}

/** The packages that go with a hand-over have its status. */
export const updatePackageStatus = statement<never, { client_id: string; project_id: number; status: string }>(`
  UPDATE distribution_packages SET status = $status WHERE client_id = $client_id AND project_id = $project_id AND ${IS_SENT}
    AND status <> $status`)

/** What a person takes care of is downloaded, or waits for it. */
export const leavePackages = statement<never, { client_id: string; project_id: number }>(`
  UPDATE distribution_packages SET status = CASE WHEN downloaded_at IS NULL THEN 'prepared' ELSE 'downloaded' END
  WHERE client_id = $client_id AND project_id = $project_id AND ${IS_SENT}`)
