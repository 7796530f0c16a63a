import type { Client, Work } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { inSeconds } from '#platform/time/dates.ts'
import type { EvidenceEntry } from './schemas.ts'

export type Action =
  | 'created'
  | 'changed'
  | 'started'
  | 'asked'
  | 'reminded'
  | 'viewed'
  | 'code_sent'
  | 'code_refused'
  | 'code_accepted'
  | 'signed'
  | 'rejected'
  | 'sealed'
  | 'sent'
  | 'archived'
  | 'canceled'
  | 'expired'

/** The address and the browser behind an action. */
export type RequestOrigin = { address: string; agent: string | null }

export type EvidenceRow = {
  action: Action
  signer_id: string | null
  actor_name: string | null
  address: string | null
  agent: string | null
  detail: string | null
  created_at: Date
}
type Entry = { action: Action; signerId?: string; name?: string | null; from?: RequestOrigin; detail?: string | null }

const insert = statement<
  never,
  Omit<EvidenceRow, 'created_at'> & { client_id: string; process_id: string; created_at: string }
>(`
  INSERT INTO signature_evidence (client_id, process_id, signer_id, action, actor_name, address, agent, detail, created_at)
  VALUES ($client_id, $process_id, $signer_id, $action, $actor_name, $address, $agent, $detail, $created_at)`)

const MAX_AGENT_CHARACTERS = 500

/** Keeps what happened, with the change itself. */
export async function recordEvidence(work: Work, processId: string, entry: Entry): Promise<void> {
  const { action, signerId = null, name = work.actor.name, from, detail = null } = entry
  await insert(work.tx, {
    client_id: work.client.id,
    process_id: processId,
    signer_id: signerId,
    action,
    actor_name: name,
    address: from?.address ?? null,
    agent: from?.agent?.slice(0, MAX_AGENT_CHARACTERS) ?? null,
    detail,
    created_at: work.now.toISOString(),
  })
}

const list = statement<EvidenceRow, { client_id: string; process_id: string }>(`
  SELECT action, signer_id, actor_name, address, agent, detail, created_at FROM signature_evidence
  WHERE client_id = $client_id AND process_id = $process_id ORDER BY id`)

export async function listEvidence(db: Db, client: Client, processId: string): Promise<EvidenceRow[]> {
  return list(db, { client_id: client.id, process_id: processId })
}

export function presentEvidence({ created_at, ...row }: EvidenceRow): EvidenceEntry {
  return { ...row, created_at: inSeconds(created_at) }
}
