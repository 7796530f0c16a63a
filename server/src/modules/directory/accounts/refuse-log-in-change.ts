import type { Work } from '#kernel/work.ts'
import { isSelf, refuseUnlessHolds } from '#modules/directory/grants/refuse-unless-holds.ts'
import { conflict, invalid } from '#platform/problem.ts'
import type { AccountOwner } from './queries.ts'
import type { AccountInput } from './schemas.ts'

/**
 * Refuses to change the log-in of a person who holds more than the actor: a manager's in any way, an employee's where the
 * actor could log in with it afterwards. Inviting employees and switching their log-ins off and on is ordinary work.
 */
export async function refuseLogInChange(work: Work, owner: AccountOwner, input: AccountInput = {}): Promise<void> {
  if (work.actor.type === 'user' && input.password !== undefined) {
    throw invalid('password', 'by_mail', 'Only the person can set the password.')
  }
  if (isSelf(work, owner) && input.is_active === false) {
    throw conflict('own_log_in', 'You cannot disable your own log-in.')
  }
  if (owner.scope === 'manager' || input.password !== undefined) await refuseUnlessHolds(work.tx, work, owner)
}
