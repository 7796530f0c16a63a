import { defineEvent } from '#kernel/events/define-event.ts'
import type { AuditCheckpoint } from '#modules/audit/reading/schemas.ts'

export const checkpointCreated = defineEvent<AuditCheckpoint>('audit_checkpoint.created', ({ sequence }) =>
  String(sequence),
)
