import type { Work } from '#kernel/work.ts'
import { statement } from '#platform/db/statement.ts'

const insert = statement<{ client_id: string }, [string, Buffer, Date]>(`
  INSERT INTO used_proofs (client_id, proof_hash, expires_at) VALUES ($1, $2, $3)
  ON CONFLICT (client_id, proof_hash) DO NOTHING RETURNING client_id`)

/**
 * Uses something up that proves who somebody is; false when it was used before. Of two processes that come at once, the
 * second waits for the first.
 */
export async function useProof(work: Work, proofHash: Buffer, expiresAt: Date): Promise<boolean> {
  return (await insert(work.tx, work.client.id, proofHash, expiresAt)).length > 0
}

export const deleteExpiredProofs = statement<never, [Date]>(`DELETE FROM used_proofs WHERE expires_at < $1`)
