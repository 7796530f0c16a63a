import { randomUUID } from 'node:crypto'
import type { Work } from '#platform/db/work.ts'
import { emit } from '#platform/events/define-event.ts'
import { hashPassword, isPassword } from '#platform/password.ts'
import { invalid, notFound } from '#platform/problem.ts'
import type { Outcome } from '#platform/setup-section.ts'
import { findFirstAddress } from './account-address.ts'
import {
  type AccountOwner,
  type AccountRow,
  findAccount,
  insertAccount,
  lockAccount,
  updateAccount,
} from './account-queries.ts'
import type { Account, AccountInput } from './account-schemas.ts'
import { accountCreated, accountUpdated } from './events.ts'
import { presentAccount } from './present.ts'

/** Gives a person a log-in, or changes it. A password that is left out is kept. */
export async function putAccount(
  work: Work,
  owner: AccountOwner,
  { password, is_active = true }: AccountInput,
): Promise<{ item: Account; outcome: Outcome }> {
  for (;;) {
    const before = await lockAccount(work.tx, work.client, owner)
    if (before) return changeAccount(work, owner, before, { password, is_active })
    const email = await findFirstAddress(work, owner)
    if (email === undefined) throw invalid('id', 'unknown_person', `There is no ${owner.scope} ${owner.technicalId}.`)
    const password_hash = password === undefined ? null : await hashPassword(password)
    if (await insertAccount(work.tx, work.client, owner, { email, password_hash, is_active }, work.now)) break
    work.renewMoment() // somebody else made it, and was waited for
  }
  const made = await findAccount(work.tx, work.client, owner)
  if (!made) throw new Error('A log-in that was stored a moment ago is gone.')
  const item = presentAccount(made)
  emit(work, accountCreated, item)
  return { item, outcome: 'created' }
}

export async function patchAccount(work: Work, owner: AccountOwner, input: AccountInput): Promise<Account> {
  const before = await lockAccount(work.tx, work.client, owner)
  if (!before) throw notFound('account', `${owner.scope}:${owner.technicalId}`)
  return (await putAccount(work, owner, { is_active: before.is_active, ...input })).item
}

/** The log-in that a set-up file gives a person. Later the password is the person's own matter. */
export async function putFirstPassword(work: Work, owner: AccountOwner, password: string): Promise<Outcome> {
  const before = await findAccount(work.tx, work.client, owner)
  if (before?.password_hash) return 'unchanged'
  return (await putAccount(work, owner, { password, is_active: before?.is_active ?? true })).outcome
}

type Change = { password: string | undefined; is_active: boolean }

async function changeAccount(
  work: Work,
  owner: AccountOwner,
  before: AccountRow,
  { password, is_active }: Change,
): Promise<{ item: Account; outcome: Outcome }> {
  const isKept =
    password === undefined || (before.password_hash !== null && (await isPassword(password, before.password_hash)))
  if (isKept && is_active === before.is_active) return { item: presentAccount(before), outcome: 'unchanged' }
  const password_hash = isKept ? before.password_hash : await hashPassword(password)
  // Sessions end with the password, and do not come back when a log-in that was switched off is switched on again.
  const credential_version = isKept && is_active ? before.credential_version : randomUUID()
  const change = { password_hash, is_active, credential_version, updated_at: work.now }
  await updateAccount(work.tx, work.client, owner, change)
  const item = presentAccount({ ...before, ...change })
  emit(work, accountUpdated, item)
  return { item, outcome: 'updated' }
}
