import type { DeletionType } from './erasure.api.ts'

export type DeletionValues = {
  resource_type: DeletionType
  resource_id: string | null
  mode: 'delete' | 'anonymise'
  requested_by_employee: boolean
  send_package: boolean
  notification_recipient: string
  grace_days: number | string
  reason: string
  external_reference: string
}

export const KINDS: readonly DeletionType[] = ['employee', 'employee_document', 'company_document', 'request']
export const MAX_GRACE_DAYS = 365

/** How long an erasure waits unless something else is said. */
const graceOf = (type: DeletionType) => (type === 'employee' ? 30 : 0)

export function valuesOf(kind: string | undefined, id: string | undefined): DeletionValues {
  const resource_type = KINDS.find((one) => one === kind) ?? 'employee'
  return {
    resource_type,
    resource_id: id ?? null,
    mode: 'delete',
    requested_by_employee: false,
    send_package: true,
    notification_recipient: '',
    grace_days: graceOf(resource_type),
    reason: '',
    external_reference: '',
  }
}

/** Another kind of thing: what was chosen is none of it, and its days are others. */
export function withKind(values: DeletionValues, resource_type: DeletionType): DeletionValues {
  return { ...values, resource_type, resource_id: null, grace_days: graceOf(resource_type), mode: 'delete' }
}

/** Documents are deleted; people and requests can stay for counting. */
export const hasModes = (type: DeletionType): boolean => type === 'employee' || type === 'request'

export function isGrace(days: number | string): boolean {
  return typeof days === 'number' && Number.isInteger(days) && days >= 0 && days <= MAX_GRACE_DAYS
}

/** As the server takes it: only what belongs to the kind of thing, and what was filled in. */
export function toAsking(values: DeletionValues) {
  const { resource_type, resource_id, mode, reason, external_reference, notification_recipient, send_package } = values
  const text = (name: string, value: string) => (value.trim() === '' ? {} : { [name]: value.trim() })
  return {
    resource_type,
    resource_id: resource_id ?? '',
    ...(hasModes(resource_type) ? { mode } : {}),
    grace_days: Number(values.grace_days),
    requested_by_employee: resource_type === 'company_document' ? false : values.requested_by_employee,
    ...(resource_type === 'employee' ? { send_package } : {}),
    ...(resource_type === 'employee' && send_package ? text('notification_recipient', notification_recipient) : {}),
    ...text('reason', reason),
    ...text('external_reference', external_reference),
  }
}
