import type { Work } from '#kernel/work.ts'
import { addComment } from '#modules/requests/conversation/comments.ts'
import { changeRequest } from '#modules/requests/handling/change-request.ts'
import { getEmployeeRequest } from '#modules/requests/listing/list-employee-requests.ts'
import type { Request } from '#modules/requests/schemas.ts'
import { invalid } from '#platform/problem.ts'
import { createRequest, type RequestDeps } from './create-request.ts'
import type { Submitted } from './parse-answers.ts'
import { PARAMETERS } from './parse-parameters.ts'

/** What was sent for a form, with those parameters only that a person of the portal decides on. */
export function restrictParameters(
  submitted: Submitted,
  kept: readonly string[],
  set: Record<string, string>,
): Submitted {
  const sent = Object.entries(submitted.fields).filter(([name]) => !PARAMETERS.has(name) || kept.includes(name))
  const known = Object.entries(set).map(([name, text]) => [name, [text]] as const)
  return { ...submitted, fields: Object.fromEntries([...sent, ...known]) }
}

/** Makes a request of the employee who is logged in. */
export function createEmployeeRequest(
  work: Work,
  deps: RequestDeps,
  technicalId: string,
  submitted: Submitted,
): Promise<Request> {
  const own = restrictParameters(submitted, ['form_code', 'subject', 'body'], {
    creator_technical_id: technicalId,
    employee_technical_id: technicalId,
    origin: 'PORTAL',
    visible_to_employee: 'true',
  })
  return createRequest(work, deps, own, 'employee')
}

/** An employee opens again what was closed, and says why. */
export async function reopenEmployeeRequest(
  work: Work,
  deps: RequestDeps,
  { technicalId, id, reason }: { technicalId: string; id: string; reason: string },
): Promise<void> {
  const { status } = await getEmployeeRequest(work.tx, work.client, technicalId, id)
  if (status !== 'closed') throw invalid('status', 'invalid_move', 'Only a closed request can be reopened.')
  const change = { status: 'open', actor_technical_id: technicalId } as const
  await changeRequest(work, deps, { id, input: change, scope: 'employee' })
  await addComment(work, deps, {
    requestId: id,
    comment: { body: reason, author_technical_id: technicalId },
    files: [],
    scope: 'employee',
  })
}
