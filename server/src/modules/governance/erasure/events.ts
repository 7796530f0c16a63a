import { defineEvent } from '#kernel/events/define-event.ts'
import type { DeletionRequest } from './schemas.ts'

export const deletionCreated = defineEvent<DeletionRequest>('deletion_request.created')
export const deletionConfirmed = defineEvent<DeletionRequest>('deletion_request.confirmed')
export const deletionCanceled = defineEvent<DeletionRequest>('deletion_request.canceled')
export const deletionPrepared = defineEvent<DeletionRequest>('deletion_request.prepared')
export const deletionCompleted = defineEvent<DeletionRequest>('deletion_request.completed')
export const deletionFailed = defineEvent<DeletionRequest>('deletion_request.failed')
