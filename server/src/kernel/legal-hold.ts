import { conflict, type Problem } from '#platform/problem.ts'

/** What may be under a legal hold. */
export const HELD_TYPES = [
  'employee_document',
  'company_document',
  'request',
  'signature_process',
  'note',
  'employee',
] as const
export type HeldType = (typeof HELD_TYPES)[number]

/** The refusal of a change that takes away what has to be kept. */
export function held(type: HeldType, id: string): Problem {
  const what = type.endsWith('_document') ? 'document' : type.replace('_', ' ')
  return conflict('legal_hold', `The ${what} ${id} is under legal hold and must be kept.`)
}

/** What triggers of the database raise, where an operation did not look or a hold was placed meanwhile. */
export function heldByDatabase(error: unknown): Problem | undefined {
  const { code, constraint, message } = error as { code?: string; constraint?: string; message: string }
  return code === RESTRICT_VIOLATION && constraint === 'legal_hold' ? conflict('legal_hold', message) : undefined
}

const RESTRICT_VIOLATION = '23001'
