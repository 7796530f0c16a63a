import { defineEvent } from '#kernel/events/define-event.ts'
import type { LegalHold } from './schemas.ts'

/** In the log, the hold of a single document is found by the document. */
const resourceId = ({ id, document_id }: LegalHold) => document_id ?? id

export const legalHoldCreated = defineEvent<LegalHold>('legal_hold.created', resourceId)
export const legalHoldDeleted = defineEvent<LegalHold>('legal_hold.deleted', resourceId)
