import { defineEvent } from '#kernel/events/define-event.ts'
import type { RetentionPolicy } from './schemas.ts'

export const retentionPolicyCreated = defineEvent<RetentionPolicy>('retention_policy.created', ({ id }) => id)
export const retentionPolicyDeleted = defineEvent<RetentionPolicy>('retention_policy.deleted', ({ id }) => id)
