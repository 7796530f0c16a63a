import type { Work } from '#kernel/work.ts'
import { enqueue, jobName } from '#platform/jobs/define-job.ts'
import type { AccountRow } from './queries.ts'
import type { Scope } from './schemas.ts'

/** What has happened to a log-in that its person did not necessarily do. */
export type NoticeFacts =
  | { kind: 'linked' | 'unlinked'; employee?: string | undefined; manager?: string | undefined }
  | { kind: 'address'; old: string | undefined; current: string }

/** The owner of the log-in and the address to notify: the old address is known only here. */
export type Notice = { scope: Scope; technical_id: string; email: string; facts: NoticeFacts }

export type NoticeJob = Notice & { client_id: string; by: { type: string; name: string | null } }

export const MAIL_NOTICE = jobName<NoticeJob>('directory.mail-log-in-notice')

export function noticeOf(account: AccountRow, facts: NoticeFacts, email = account.email): Notice | undefined {
  return email === null ? undefined : { scope: account.scope, technical_id: account.technical_id, email, facts }
}

/** Has mails sent once the work is done, one job for each: none is sent twice because another failed. */
export function enqueueNotices(work: Work, notices: (Notice | undefined)[]): void {
  const { type, name } = work.actor
  for (const notice of notices) {
    if (notice) enqueue(work, MAIL_NOTICE, { client_id: work.client.id, ...notice, by: { type, name } })
  }
}
