import { type Static, Type } from 'typebox'
import type { Outcome, SetupChange, SetupSection } from '#kernel/resources/setup-section.ts'
import type { Work } from '#kernel/work.ts'
import { findAccount, findContactEmail } from '#modules/directory/accounts/queries.ts'
import { TechnicalId } from '#modules/directory/schemas.ts'
import { capitalize, invalid, prefixFields } from '#platform/problem.ts'
import { linkAccounts, ownersOf } from './link-accounts.ts'
import { hasEnded, type LinkedPair } from './queries.ts'

const AccountLinks = Type.Array(
  Type.Object({
    employee: TechnicalId,
    manager: TechnicalId,
  }),
)

/** Employees and managers who are one person, on the word of the operator. */
export const accountLinksSection: SetupSection = {
  key: 'account_links',
  schema: AccountLinks,
  async apply(work, value) {
    const changes: SetupChange[] = []
    for (const [index, pair] of (value as Static<typeof AccountLinks>).entries()) {
      const outcome = await prefixFields(`${index}`, () => applyLink(work, pair))
      changes.push({ what: `link of employee ${pair.employee} and manager ${pair.manager}`, outcome })
    }
    return changes
  },
}

/**
 * People without a log-in are linked at a later start. A link that was ended since, by its person or by a change of a
 * log-in, stays so.
 */
async function applyLink(work: Work, pair: LinkedPair): Promise<Outcome> {
  const accounts = []
  for (const owner of ownersOf(pair)) {
    const { scope, technicalId } = owner
    if ((await findContactEmail(work.tx, work.client, owner)) === undefined) {
      throw invalid(scope, 'unknown_person', `${capitalize(scope)} ${technicalId} not found.`)
    }
    accounts.push(await findAccount(work.tx, work.client, owner))
  }
  const isPossible = accounts.every((account) => account?.is_active)
  const isOver = await hasEnded(work.tx, work.client, pair)
  return isPossible && !isOver ? linkAccounts(work, pair, 'setup') : 'unchanged'
}
