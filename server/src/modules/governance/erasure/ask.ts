import type { AuditSubject } from '#kernel/audit/audit-entry.ts'
import { recordAudit } from '#kernel/audit/record-audit.ts'
import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { actingManager, auditedActor, type RecordedActor } from '#modules/governance/acting-manager.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { conflict, invalid } from '#platform/problem.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { deletionCreated } from './events.ts'
import { type ErasedResource, findResource } from './find-resource.ts'
import { RUN_DELETION } from './job-names.ts'
import { presentDeletion } from './present.ts'
import { type DeletionRow, findDeletion, insertDeletion, type NewDeletion } from './queries.ts'
import type { DeletionRequest, DeletionRequestInput } from './schemas.ts'

const GRACE_DAYS = 30

/** Asks that something be erased; a job finds out what would go. */
export async function askForDeletion(work: Work, input: DeletionRequestInput): Promise<DeletionRequest> {
  const { tx, client, actor } = work
  const { resource_type: type, resource_id: id, mode = 'delete' } = input
  const created_by = await actingManager(work, input.actor_technical_id, 'deletion_requests:write')
  if (type.endsWith('_document') && mode !== 'delete') {
    throw invalid('mode', 'unfit', 'Documents cannot be made anonymous (expected delete).')
  }
  const resource = await findResource(tx, client, type, id)
  if (!resource) throw invalid('resource_id', 'unknown_resource', `The ${type.replace('_', ' ')} ${id} was not found.`)
  const isEmployee = type === 'employee'
  return storeDeletion(work, resource, {
    resource_type: type,
    mode,
    origin: actor.type === 'user' ? 'portal' : 'api',
    reason: input.reason ?? null,
    requested_by_employee: input.requested_by_employee ?? false,
    notification_recipient: input.notification_recipient ?? null,
    grace_days: input.grace_days ?? (isEmployee ? GRACE_DAYS : 0),
    send_package: isEmployee && (input.send_package ?? true),
    external_reference: input.external_reference ?? null,
    created_by,
  })
}

/** An employee asks for what the client keeps about them. */
export async function askForOwnDeletion(work: Work, reason: string | null): Promise<DeletionRequest> {
  const { tx, client, actor } = work
  const resource = actor.id === null ? undefined : await findResource(tx, client, 'employee', actor.id)
  if (!resource) throw new Error('An employee who is logged in does not exist.')
  return storeDeletion(work, resource, {
    resource_type: 'employee',
    mode: 'delete',
    origin: 'employee',
    reason,
    requested_by_employee: true,
    notification_recipient: null,
    grace_days: GRACE_DAYS,
    send_package: true,
    external_reference: null,
    // The record is about the person: it names them once.
    created_by: { ...actor, id: null, name: null, on_behalf_of: null },
  })
}

type Asked = Omit<
  NewDeletion,
  | 'id'
  | 'resource_id'
  | 'resource_key'
  | 'employee_key'
  | 'resource_name'
  | 'created_at'
  | 'disposal_id'
  | 'disposal_item_key'
>
type OfDisposal = { disposal_id: string; disposal_item_key: string }

export async function storeDeletion(
  work: Work,
  { id, key, employee_key, name }: ErasedResource,
  asked: Asked,
  item?: OfDisposal,
): Promise<DeletionRequest> {
  const { tx, client, now } = work
  const deletionId = uuidv7(now, work.nextPosition)
  const isStored = await insertDeletion(tx, client, {
    ...asked,
    id: deletionId,
    resource_id: id,
    resource_key: key,
    employee_key,
    resource_name: name,
    created_at: now,
    disposal_id: item?.disposal_id ?? null,
    disposal_item_key: item?.disposal_item_key ?? null,
  })
  if (!isStored) {
    throw conflict(
      'deletion_request_open',
      `A deletion request of the ${asked.resource_type.replace('_', ' ')} ${id} is open already.`,
    )
  }
  const row = await findDeletion(tx, client, deletionId)
  if (!row) throw new Error('The deletion request that was just stored does not exist.')
  const deletion = presentDeletion(row)
  if (asked.resource_type === 'employee') emit(work, deletionCreated, deletion)
  recordDeletion(work, 'created', row, asked.created_by)
  enqueue(work, RUN_DELETION, { client_id: client.id, id: deletionId })
  return deletion
}

type Step = 'created' | 'confirmed' | 'canceled' | 'prepared' | 'completed' | 'failed'

/** The entry of a step. Once the person is erased, it names nobody. */
export function recordDeletion(work: Work, step: Step, row: DeletionRow, by?: RecordedActor): void {
  const isNamed = row.resource_type === 'employee' && row.pseudonym === null
  const subject: AuditSubject | undefined = isNamed ? { type: 'employee', technical_id: row.resource_id } : undefined
  recordAudit(work, {
    action: `deletion_request.${step}`,
    ...(by && { actor: auditedActor(work, by) }),
    subject,
    resource: { type: 'deletion_request', id: row.id },
    details: {
      resource_type: row.resource_type,
      mode: row.mode,
      ...(row.outcome && { outcome: row.outcome }),
    },
  })
}
