import { recordAudit } from '#kernel/audit/record-audit.ts'
import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { findHead, type HeadRow } from '#modules/audit/chain/queries.ts'
import type { AuditCheckpoint } from '#modules/audit/reading/schemas.ts'
import { canonical, GENESIS } from '#modules/audit/verification/verify.mjs'
import type { SealIdentity } from '#platform/seal/identity.ts'
import { compactJws } from '#platform/seal/jws.ts'
import { inMilliseconds } from '#platform/time/dates.ts'
import { checkpointCreated } from './events.ts'
import { type CheckpointRow, insertCheckpoint } from './queries.ts'

/** Seals how far the chain goes at this moment, and keeps that. */
export async function makeCheckpoint(work: Work, identity: SealIdentity): Promise<AuditCheckpoint> {
  const checkpoint = await sealHead(work, identity)
  const { sequence, hash, seal } = checkpoint
  await insertCheckpoint(work.tx, work.client, { at: work.now, sequence, hash: Buffer.from(hash, 'hex'), seal })
  recordAudit(work, { action: 'audit.checkpoint', details: { sequence, hash } })
  emit(work, checkpointCreated, checkpoint)
  return checkpoint
}

/** A checkpoint that is handed out and not kept. */
export async function sealHead({ tx, client, now }: Work, identity: SealIdentity): Promise<AuditCheckpoint> {
  const { sequence, hash } = placeOf(await findHead(tx, client.id))
  const content = { client: client.id, sequence, hash, at: inMilliseconds(now) }
  return { ...content, seal: compactJws(identity, now, canonical(content)) }
}

/** How far a chain goes; one without entries goes to 0. */
export function placeOf(head: HeadRow | undefined): { sequence: number; hash: string } {
  return head ? { sequence: Number(head.sequence), hash: head.hash.toString('hex') } : { sequence: 0, hash: GENESIS }
}

export function presentCheckpoint(clientId: string, { sequence, hash, at, seal }: CheckpointRow): AuditCheckpoint {
  return { client: clientId, sequence: Number(sequence), hash: hash.toString('hex'), at: inMilliseconds(at), seal }
}
