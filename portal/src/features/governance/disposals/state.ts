import type { Tone } from '#ui/feedback/StatusBadge.tsx'
import type { Disposal, DisposalStatus, ItemStatus } from './disposals.api.ts'

export const STATUS_TONES: Record<DisposalStatus, Tone> = {
  gathering: 'info',
  waiting_for_approval: 'warning',
  processing: 'info',
  completed: 'good',
  canceled: 'neutral',
  failed: 'bad',
}

export const ITEM_TONES: Record<ItemStatus, Tone> = {
  waiting: 'warning',
  approved: 'info',
  rejected: 'neutral',
  held: 'warning',
  not_due: 'neutral',
  gone: 'neutral',
  done: 'good',
  failed: 'bad',
}

export const ITEM_STATUSES = Object.keys(ITEM_TONES) as ItemStatus[]

/** What a disposal is called: the policy as it was when it was made. */
export function nameOf({ policy, retention_policy_id }: Pick<Disposal, 'policy' | 'retention_policy_id'>): string {
  const { name } = policy
  return typeof name === 'string' ? name : retention_policy_id
}

type Waiting = Pick<Disposal, 'status' | 'approvals' | 'counts' | 'needs_approval'>

/** Whether somebody else has to decide: who is logged in has approved all that waits. */
export function waitsForOthers({ status, approvals, counts }: Waiting, technicalId: string): boolean {
  if (status !== 'waiting_for_approval') return false
  const mine = approvals.filter(({ technical_id }) => technical_id === technicalId)
  return mine.length > 0 && mine.reduce((sum, { items }) => sum + items, 0) >= counts.waiting + counts.approved
}

export function waitsForMe(disposal: Waiting, technicalId: string): boolean {
  return disposal.status === 'waiting_for_approval' && !waitsForOthers(disposal, technicalId)
}

/** How far the deletion is, from 0 to 100. */
export function progressOf({ total, done, held, not_due, gone, failed, rejected }: Disposal['counts']): number {
  if (total === 0) return 100
  return Math.floor((100 * (done + held + not_due + gone + failed + rejected)) / total)
}
