import { ERASURE_PARTS } from '#kernel/personal-data/columns.ts'
import type { RecordedActor } from '#modules/governance/acting-manager.ts'
import { inSeconds } from '#platform/time/dates.ts'
import type { DeletionRow } from './queries.ts'
import type { DeletionActor, DeletionModule, DeletionRequest } from './schemas.ts'

export function presentDeletion(row: DeletionRow): DeletionRequest {
  return {
    id: row.id,
    resource_type: row.resource_type,
    resource_id: row.resource_id,
    resource_name: row.resource_name,
    mode: row.mode,
    status: row.status,
    outcome: row.outcome,
    modules: presentModules(row),
    origin: row.origin,
    reason: row.reason,
    requested_by_employee: row.requested_by_employee,
    notification_recipient: row.notification_recipient,
    grace_days: row.grace_days,
    send_package: row.send_package,
    external_reference: row.external_reference,
    access_package_id: row.access_package_id,
    package_sent: row.package_sent,
    pseudonym: row.pseudonym,
    due_at: orNull(row.due_at),
    created_by: presentActor(row.created_by),
    evaluated_at: orNull(row.evaluated_at),
    confirmed_at: orNull(row.confirmed_at),
    confirmed_by: row.confirmed_by && presentActor(row.confirmed_by),
    prepared_at: orNull(row.prepared_at),
    completed_at: orNull(row.completed_at),
    canceled_at: orNull(row.canceled_at),
    error: row.error,
    created_at: inSeconds(row.created_at),
    updated_at: inSeconds(row.updated_at),
  }
}

const orNull = (moment: Date | null) => moment && inSeconds(moment)

/** In the order in which people read them. */
export function presentModules({ modules }: Pick<DeletionRow, 'modules'>): DeletionModule[] {
  return modules
    .toSorted((one, other) => ERASURE_PARTS.indexOf(one.module) - ERASURE_PARTS.indexOf(other.module))
    .map(({ module, status, resources, kept, error }) => ({ id: module, status, resources, kept, error }))
}

/** Employees who ask for their own erasure are not named: the request is about them. */
export function presentActor({ type, id, name, on_behalf_of }: RecordedActor): DeletionActor {
  const isManager = type === 'user'
  return {
    type,
    technical_id: on_behalf_of?.technical_id ?? (isManager ? id : null),
    name: on_behalf_of?.name ?? (type === 'employee' ? null : name),
    application_id: type === 'application' ? id : null,
  }
}
