import type { Work } from '#kernel/work.ts'
import { statement } from '#platform/db/statement.ts'

const insert = statement<{ client_id: string }, { client_id: string; proof_hash: Buffer; expires_at: Date }>(`
  INSERT INTO used_proofs (client_id, proof_hash, expires_at) VALUES ($client_id, $proof_hash, $expires_at)
  ON CONFLICT (client_id, proof_hash) DO NOTHING RETURNING client_id`)

/**
 * Uses something up that proves who somebody is; false when it was used before. Of two processes that come at once, the
 * second waits for the first.
 */
export async function useProof(work: Work, proofHash: Buffer, expiresAt: Date): Promise<boolean> {
  return (await insert(work.tx, { client_id: work.client.id, proof_hash: proofHash, expires_at: expiresAt })).length > 0
}

export const deleteExpiredProofs = statement<never, { now: Date }>(`DELETE FROM used_proofs WHERE expires_at < $now`)
