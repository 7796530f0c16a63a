import type { Work } from '#kernel/work.ts'
import { canonicalEmail } from '#platform/net/email.ts'
import { invalid } from '#platform/problem.ts'
import { isAddressTaken } from './address.ts'
import type { AccountOwner } from './queries.ts'

/** Refuses an address that another log-in of the same kind has: an address names one employee and one manager at most. */
export async function refuseTakenAddress(work: Work, owner: AccountOwner, email: string): Promise<void> {
  const canonical = canonicalEmail(email)
  if (canonical === undefined) throw invalid('email', 'invalid_email', 'This is not a valid e-mail address.')
  if (await isAddressTaken(work.tx, work.client, owner, canonical)) {
    throw invalid('email', 'taken', `Another ${owner.scope} logs in with this address.`)
  }
}
