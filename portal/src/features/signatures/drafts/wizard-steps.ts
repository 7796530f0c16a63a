import type { Draft } from './draft.ts'

export const STEPS = ['document', 'signers', 'positions', 'details', 'review'] as const
export type Step = (typeof STEPS)[number]

/** What is wrong, by the field of the wire: `title`, `signers.0.technical_id`. */
export type Errors = Record<string, string>

/** The step on which a field is entered. */
export function stepOf(field: string): Step {
  if (/^(upload_id|title|signature_type_id|reason)$/.test(field)) return 'document'
  if (/^signers\.\d+\.positions/.test(field)) return 'positions'
  return field.startsWith('signers') ? 'signers' : 'details'
}

type Missing = 'document' | 'title' | 'type' | 'signers'

/** What has to be there before a step can be left, by field. */
export function missingIn(step: Step, draft: Draft): Record<string, Missing> {
  if (step === 'signers') return draft.signers.length === 0 ? { signers: 'signers' } : {}
  if (step !== 'document') return {}
  return {
    ...(draft.document === null ? { upload_id: 'document' as const } : {}),
    ...(draft.title.trim() === '' ? { title: 'title' as const } : {}),
    ...(draft.signature_type_id === '' ? { signature_type_id: 'type' as const } : {}),
  }
}

/** The last step that can be opened: what comes after needs what is entered here. */
export function furthestStep(draft: Draft, isKept: boolean): number {
  const blocked = STEPS.findIndex((step) => Object.keys(missingIn(step, draft)).length > 0)
  // Pages can be shown, and the rest be kept, only when the server has a draft.
  const most = isKept ? STEPS.length - 1 : STEPS.indexOf('signers')
  return blocked === -1 ? most : Math.min(blocked, most)
}
