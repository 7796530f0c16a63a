import type { Tone } from '#ui/feedback/StatusBadge.tsx'
import type { SignerProcess } from './signing.api.ts'

/** How it stands, for the signer who looks at it. */
export type Situation =
  | 'mine'
  | 'waiting'
  | 'signed'
  | 'sealing'
  | 'sealed'
  | 'refusedByMe'
  | 'refused'
  | 'expired'
  | 'canceled'

export const TONES = {
  mine: 'warning',
  waiting: 'neutral',
  signed: 'info',
  sealing: 'info',
  sealed: 'good',
  refusedByMe: 'bad',
  refused: 'bad',
  expired: 'neutral',
  canceled: 'neutral',
} as const satisfies Record<Situation, Tone>

export function situationOf(signature: SignerProcess, now = new Date()): Situation {
  const { status, my_status, signers, signed_document, expiry_date } = signature
  if (signed_document) return 'sealed'
  if (status === 'rejected') return my_status === 'rejected' ? 'refusedByMe' : 'refused'
  if (status === 'canceled' || status === 'expired') return status
  if (my_status === 'signed') return signers.every((one) => one.status === 'signed') ? 'sealing' : 'signed'
  // The last day ends with it, though the service says so a while later.
  if (expiry_date && expiry_date < now.toISOString().slice(0, 10)) return 'expired'
  return my_status === 'waiting' ? 'waiting' : 'mine'
}
