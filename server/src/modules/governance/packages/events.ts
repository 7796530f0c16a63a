import { defineEvent } from '#kernel/events/define-event.ts'
import type { AccessPackage } from './schemas.ts'

export const packageCreated = defineEvent<AccessPackage>('access_package.created')
export const packageReady = defineEvent<AccessPackage>('access_package.ready')
export const packageFailed = defineEvent<AccessPackage>('access_package.failed')
