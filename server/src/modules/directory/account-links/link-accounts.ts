import { emit } from '#kernel/events/define-event.ts'
import type { Outcome } from '#kernel/resources/setup-section.ts'
import type { Work } from '#kernel/work.ts'
import { enqueueNotices, noticeOf } from '#modules/directory/accounts/notices.ts'
import { type AccountOwner, type AccountRow, findAccount, lockAccount } from '#modules/directory/accounts/queries.ts'
import { accountUpdated } from '#modules/directory/events.ts'
import { presentAccount } from '#modules/directory/present.ts'
import { conflict, notFound } from '#platform/problem.ts'
import {
  endLinkRow,
  findLink,
  insertLink,
  type LinkedPair,
  type LinkProof,
  type LinkRow,
  lockLink,
  touchBoth,
} from './queries.ts'

/** The two log-ins of a link. */
export function ownersOf({ employee, manager }: LinkedPair): [AccountOwner, AccountOwner] {
  return [
    { scope: 'employee', technicalId: employee },
    { scope: 'manager', technicalId: manager },
  ]
}

export function otherOf(pair: LinkedPair, { scope }: AccountOwner): AccountOwner {
  const [employee, manager] = ownersOf(pair)
  return scope === 'employee' ? manager : employee
}

/**
 * Links two log-ins, so that a session may move from one to the other. Callers have made sure that they belong to one
 * person, and say how; both log-ins are notified by mail.
 */
export async function linkAccounts(work: Work, pair: LinkedPair, proof: LinkProof): Promise<Outcome> {
  for (const owner of ownersOf(pair)) {
    const account = await lockAccount(work.tx, work.client, owner)
    if (!account) throw notFound('account', idOf(owner))
    if (!account.is_active) throw conflict('account_inactive', `The log-in ${idOf(owner)} is disabled.`)
  }
  for (const owner of ownersOf(pair)) {
    const known = await findLink(work.tx, work.client, owner)
    if (!known) continue
    if (known.employee === pair.employee && known.manager === pair.manager) return 'unchanged'
    throw conflict('already_linked', `The log-in ${idOf(owner)} is linked to another one; end that link first.`)
  }
  await insertLink(work.tx, work.client, pair, { proof, actor: work.actor, now: work.now })
  await touchBoth(work.tx, work.client, pair, work.now)
  await emitAndNotify(work, pair, 'linked', ownersOf(pair))
  return 'created'
}

/** Ends the link of a log-in, for both of its sides; false when it has none. */
export async function unlinkAccount(work: Work, owner: AccountOwner): Promise<boolean> {
  const link = await lockLink(work.tx, work.client, owner)
  if (link) await end(work, link, ownersOf(link))
  return link !== undefined
}

/** Ends the link of a log-in that changes in another way too: for this side, the event of that change is enough. */
export async function endLinkOf(work: Work, owner: AccountOwner): Promise<void> {
  const link = await lockLink(work.tx, work.client, owner)
  if (link) await end(work, link, [otherOf(link, owner)])
}

async function end(work: Work, link: LinkRow, told: AccountOwner[]): Promise<void> {
  await endLinkRow(work.tx, work.client, link, work.now)
  await touchBoth(work.tx, work.client, link, work.now)
  await emitAndNotify(work, link, 'unlinked', told)
}

/** Emits what has become of the log-ins, and has both of their addresses mailed. */
async function emitAndNotify(
  work: Work,
  pair: LinkedPair,
  kind: 'linked' | 'unlinked',
  told: AccountOwner[],
): Promise<void> {
  const accounts: AccountRow[] = []
  for (const owner of ownersOf(pair)) {
    const account = await findAccount(work.tx, work.client, owner)
    if (!account) continue
    accounts.push(account)
    if (told.some(({ scope }) => scope === owner.scope)) emit(work, accountUpdated, presentAccount(account))
  }
  const addresses = Object.fromEntries(accounts.map(({ scope, email }) => [scope, email ?? undefined]))
  enqueueNotices(
    work,
    accounts.map((account) => noticeOf(account, { kind, ...addresses })),
  )
}

export function idOf({ scope, technicalId }: AccountOwner): string {
  return `${scope}:${technicalId}`
}
