import { defineEvent } from '#kernel/events/define-event.ts'
import type { Comment, Request } from './schemas.ts'

export const requestCreated = defineEvent<Request>('request.created')
export const requestUpdated = defineEvent<Request>('request.updated')
export const requestDeleted = defineEvent<Request>('request.deleted')
export const requestCommented = defineEvent<Comment>('request.commented', (comment) => comment.request_id)
