import { defineEvent } from '#kernel/events/define-event.ts'
import type { SignatureProcess, SignedProcess } from '#modules/signatures/processes/schemas.ts'
import type { SignatureType } from '#modules/signatures/types/schemas.ts'

export const signatureTypeCreated = defineEvent<SignatureType>('signature_type.created')
export const signatureTypeUpdated = defineEvent<SignatureType>('signature_type.updated')
export const signatureTypeDeleted = defineEvent<SignatureType>('signature_type.deleted')

export const processCreated = defineEvent<SignatureProcess>('signature_process.created')
export const processSent = defineEvent<SignatureProcess>('signature_process.sent')
export const processUpdated = defineEvent<SignatureProcess>('signature_process.updated')
export const processSigned = defineEvent<SignedProcess>('signature_process.signed')
export const processCompleted = defineEvent<SignatureProcess>('signature_process.completed')
export const processDeleted = defineEvent<SignatureProcess>('signature_process.deleted')
