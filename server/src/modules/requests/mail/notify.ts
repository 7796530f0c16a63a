import type { Work } from '#kernel/work.ts'
import { mailAboutRequest } from '#modules/requests/jobs.ts'
import type { RequestRow } from '#modules/requests/queries.ts'
import type { RequestActor } from '#modules/requests/request-actor.ts'
import { enqueue } from '#platform/jobs/define-job.ts'

type Kind = 'created' | 'assigned' | 'moved' | 'commented'
type Occasion = { kind: Kind; occasion: string; commentId?: string }

/** `occasion` is the id of the event: each recipient gets one mail about it. */
export function mailAboutCreation(work: Work, request: RequestRow, occasion: string): void {
  mailManagers(work, request, request.manager_keys, { kind: 'created', occasion })
  if (request.visible_by_employee) mailEmployee(work, request, { kind: 'created', occasion })
}

type MailedChange = { before: RequestRow; after: RequestRow; actor: RequestActor; occasion: string }

/** Notifies new managers, and the employee of a new status; if the employee changed the status, all assigned managers. */
export function mailAboutChange(work: Work, { before, after, actor, occasion }: MailedChange): void {
  const added = after.manager_keys.filter((key) => !before.manager_keys.includes(key) && key !== actor.user_key)
  mailManagers(work, after, added, { kind: 'assigned', occasion })
  const hasMoved = before.status !== after.status
  if (hasMoved && actor.employee_key !== null) {
    const others = after.manager_keys.filter((key) => !added.includes(key))
    mailManagers(work, after, others, { kind: 'moved', occasion })
  }
  if (!after.visible_by_employee || actor.employee_key !== null) return
  if (!before.visible_by_employee) mailEmployee(work, after, { kind: 'created', occasion })
  else if (hasMoved) mailEmployee(work, after, { kind: 'moved', occasion })
}

type MailedComment = {
  request: RequestRow
  comment: { id: string; internal: boolean }
  author: RequestActor
  occasion: string
}

/** Everyone who may read a comment, except its author. */
export function mailAboutComment(work: Work, { request, comment, author, occasion }: MailedComment): void {
  const about = { kind: 'commented', occasion, commentId: comment.id } as const
  const readers = request.manager_keys.filter((key) => key !== author.user_key)
  mailManagers(work, request, readers, about)
  if (request.visible_by_employee && !comment.internal && author.employee_key === null) {
    mailEmployee(work, request, about)
  }
}

function mailManagers(work: Work, request: RequestRow, keys: readonly string[], about: Occasion): void {
  for (const key of keys) mail(work, request, { side: 'manager', key }, about)
}

function mailEmployee(work: Work, request: RequestRow, about: Occasion): void {
  if (request.employee_key !== null) mail(work, request, { side: 'employee', key: request.employee_key }, about)
}

type Addressee = { side: 'manager' | 'employee'; key: string }

function mail(work: Work, { id }: RequestRow, { side, key }: Addressee, { kind, occasion, commentId }: Occasion): void {
  enqueue(work, mailAboutRequest, {
    client_id: work.client.id,
    request_id: id,
    kind,
    side,
    recipient_key: key,
    occasion,
    ...(commentId === undefined ? {} : { comment_id: commentId }),
  })
}
