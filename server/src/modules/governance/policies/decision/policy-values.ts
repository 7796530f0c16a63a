import type { HeldType } from '#kernel/legal-hold.ts'

export const TRIGGERS = [
  'created',
  'document_date',
  'document_meta',
  'employee_departure',
  'employee_custom_field',
  'request_closed',
  'process_ended',
  'fixed_date',
] as const
export type TriggerEvent = (typeof TRIGGERS)[number]

export const ACTIONS = ['trash', 'delete', 'anonymise'] as const
export type Action = (typeof ACTIONS)[number]

/** What decides whether a policy fits, when its time begins, and what follows. Null fits everything. */
export type PolicyRule = {
  id: string
  resource_type: HeldType
  document_type_ids: number[] | null
  form_codes: string[] | null
  /** Negative where it is the organization without those below. */
  organization_keys: number[] | null
  custom_fields: Record<string, unknown[]> | null
  trigger_event: TriggerEvent
  trigger_code: string | null
  trigger_date: string | null
  /** ISO 8601. */
  delay: string
  action: Action
  needs_approval: number
}
