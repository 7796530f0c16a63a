import type { Tone } from '#ui/feedback/StatusBadge.tsx'
import type { DistributionDocument, PackageStatus, Project, ProjectStatus, Spool } from './distributions.api.ts'

export const STATUS_TONES: Record<ProjectStatus, Tone> = {
  new: 'neutral',
  preparing: 'info',
  waiting_for_validation: 'warning',
  validated: 'info',
  delivering: 'info',
  completed: 'good',
  canceled: 'neutral',
  error: 'bad',
}

export const OUTCOME_TONES: Record<DistributionDocument['outcome'], Tone> = {
  matched: 'good',
  assigned: 'good',
  unmatched: 'warning',
  ambiguous: 'warning',
  rejected: 'bad',
  left_out: 'neutral',
}

export const SPOOL_TONES: Record<Spool['status'], Tone> = {
  new: 'neutral',
  processing: 'info',
  ready: 'good',
  error: 'bad',
}

export const PACKAGE_TONES: Record<PackageStatus, Tone> = {
  planned: 'neutral',
  prepared: 'info',
  handed_over: 'good',
  failed: 'bad',
  downloaded: 'good',
}

const OPEN: readonly ProjectStatus[] = ['new', 'preparing', 'waiting_for_validation', 'error']

/** Whether a project can still be changed. */
export const isOpen = ({ status }: Pick<Project, 'status'>) => OPEN.includes(status)

type Counted = Pick<Project, 'counts'>

/** Documents without a decision. */
export const toCheck = ({ counts }: Counted) => counts.unmatched + counts.ambiguous + counts.rejected

/** Documents that are handed out when the project is validated. */
export const toDeliver = ({ counts }: Counted) => counts.matched + counts.assigned
