import type { Work } from '#kernel/work.ts'
import {
  MAIL_REQUESTER,
  MAIL_SIGNER,
  type RequesterMailKind,
  type SignerMailKind,
} from '#modules/signatures/job-names.ts'
import type { ProcessRow } from '#modules/signatures/processes/queries.ts'
import type { SignerRow } from '#modules/signatures/signing/queries.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { uuidv7 } from '#platform/uuid.ts'

/** Has those of these signers mailed who have an address. */
export function enqueueSignerMails(work: Work, processId: string, signers: SignerRow[], kind: SignerMailKind): void {
  for (const { id, email } of signers) {
    if (!email) continue
    const occasion = uuidv7(work.now, work.nextPosition)
    work.nextPosition += 1
    enqueue(work, MAIL_SIGNER, { client_id: work.client.id, process_id: processId, kind, signer_id: id, occasion })
  }
}

/** Has the manager mailed who made the process, if one did. */
export function enqueueRequesterMail(work: Work, { id, creator_user_key }: ProcessRow, kind: RequesterMailKind): void {
  if (creator_user_key === null) return
  const occasion = uuidv7(work.now, work.nextPosition)
  work.nextPosition += 1
  enqueue(work, MAIL_REQUESTER, { client_id: work.client.id, process_id: id, kind, occasion })
}
