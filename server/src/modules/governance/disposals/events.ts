import { defineEvent } from '#kernel/events/define-event.ts'
import type { Disposal } from './schemas.ts'

export const disposalCreated = defineEvent<Disposal>('disposal.created')
export const disposalReady = defineEvent<Disposal>('disposal.ready')
export const disposalCompleted = defineEvent<Disposal>('disposal.completed')
export const disposalCanceled = defineEvent<Disposal>('disposal.canceled')
export const disposalFailed = defineEvent<Disposal>('disposal.failed')
