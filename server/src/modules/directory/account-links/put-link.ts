import type { Outcome } from '#kernel/resources/setup-section.ts'
import type { Work } from '#kernel/work.ts'
import { type AccountOwner, findAccount } from '#modules/directory/accounts/queries.ts'
import type { Account } from '#modules/directory/accounts/schemas.ts'
import { refuseUnlessHolds } from '#modules/directory/grants/refuse-unless-holds.ts'
import { presentAccount } from '#modules/directory/present.ts'
import { invalid, notFound } from '#platform/problem.ts'
import { idOf, linkAccounts, otherOf, unlinkAccount } from './link-accounts.ts'
import { findLink, type LinkedPair } from './queries.ts'

/** Links two log-ins for their person. The actor could become both by it, and must hold what both hold. */
export async function putLink(
  work: Work,
  owner: AccountOwner,
  other: AccountOwner,
): Promise<{ item: Account; outcome: Outcome }> {
  if (owner.scope === other.scope) {
    throw invalid(
      'linked_to',
      'contradiction',
      'An employee log-in can only be linked to a manager log-in, and vice versa.',
    )
  }
  const pair = pairOf(owner, other)
  await refuseUnlessHoldsBoth(work, owner, other)
  if (!(await findAccount(work.tx, work.client, owner))) throw notFound('account', idOf(owner))
  if (!(await findAccount(work.tx, work.client, other))) {
    throw invalid('linked_to', 'unknown_person', `Account ${idOf(other)} not found.`)
  }
  const outcome = await linkAccounts(work, pair, 'administrator')
  return { item: await readAccount(work, owner), outcome }
}

/** Ends a link for its person. */
export async function deleteLink(work: Work, owner: AccountOwner): Promise<void> {
  const link = await findLink(work.tx, work.client, owner)
  if (!link) throw notFound('link of account', idOf(owner))
  await refuseUnlessHoldsBoth(work, owner, otherOf(link, owner))
  await unlinkAccount(work, owner)
}

export function pairOf(owner: AccountOwner, other: AccountOwner): LinkedPair {
  const [employee, manager] = owner.scope === 'employee' ? [owner, other] : [other, owner]
  return { employee: employee.technicalId, manager: manager.technicalId }
}

async function refuseUnlessHoldsBoth(work: Work, ...owners: AccountOwner[]): Promise<void> {
  for (const owner of owners) await refuseUnlessHolds(work.tx, work, owner)
}

async function readAccount(work: Work, owner: AccountOwner): Promise<Account> {
  const account = await findAccount(work.tx, work.client, owner)
  if (!account) throw notFound('account', idOf(owner))
  return presentAccount(account)
}
