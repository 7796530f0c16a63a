import { inSeconds } from '#platform/time/dates.ts'
import type { PolicyRow } from './queries.ts'
import type { RetentionPolicy } from './schemas.ts'

export function presentPolicy(row: PolicyRow): RetentionPolicy {
  return {
    id: row.id,
    name: row.name,
    enabled: row.enabled,
    resource_type: row.resource_type,
    filters: {
      document_type_codes: [],
      form_codes: [],
      organization_codes: [],
      include_below: true,
      custom_fields: {},
      ...row.filters,
    },
    trigger: {
      event: row.trigger_event,
      ...(row.trigger_code === null ? {} : { code: row.trigger_code }),
      ...(row.trigger_date === null ? {} : { date: row.trigger_date }),
    },
    delay: row.delay,
    action: row.action,
    legal_basis: row.legal_basis,
    needs_approval: row.needs_approval,
    protects: row.protects,
    origin: row.origin,
    created_at: inSeconds(row.created_at),
    updated_at: inSeconds(row.updated_at),
  }
}
