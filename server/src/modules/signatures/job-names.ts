import { jobName } from '#platform/jobs/define-job.ts'

export type ProcessRef = { client_id: string; process_id: string }
export type SignerMailKind = 'asked' | 'reminder' | 'called_off' | 'signed_document'
export type RequesterMailKind = 'all_signed' | 'rejected' | 'expired'
export type SignerMailJobData = ProcessRef & { kind: SignerMailKind; signer_id: string; occasion: string }
export type RequesterMailJobData = ProcessRef & { kind: RequesterMailKind; occasion: string }
export type CodeJobData = ProcessRef & { signer_id: string }

export const SEAL = jobName<ProcessRef>('signatures.seal')
export const MAIL_SIGNER = jobName<SignerMailJobData>('signatures.mail-signer')
export const MAIL_REQUESTER = jobName<RequesterMailJobData>('signatures.mail-requester')
export const MAIL_CODE = jobName<CodeJobData>('signatures.mail-code')
