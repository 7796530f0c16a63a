import type { Tone } from '#ui/feedback/StatusBadge.tsx'
import type { ImportStatus, PreviewLine, Severity } from './imports.api.ts'

export const STATUS_TONES: Record<ImportStatus, Tone> = {
  created: 'neutral',
  in_progress: 'info',
  success: 'good',
  partial_success: 'warning',
  failed: 'bad',
}

export const OUTCOME_TONES: Record<PreviewLine['outcome'], Tone> = {
  created: 'good',
  updated: 'info',
  unchanged: 'neutral',
  error: 'bad',
}

export const SEVERITY_TONES: Record<Severity, Tone> = { error: 'bad', warning: 'warning', info: 'good' }
