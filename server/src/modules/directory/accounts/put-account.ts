import { randomUUID } from 'node:crypto'
import { recordAudit } from '#kernel/audit/record-audit.ts'
import { emit } from '#kernel/events/define-event.ts'
import { forgetRevoked, listRevoked } from '#kernel/resources/revocations.ts'
import type { Applied, ApplyOptions, Outcome } from '#kernel/resources/setup-section.ts'
import type { Work } from '#kernel/work.ts'
import { endLinkOf } from '#modules/directory/account-links/link-accounts.ts'
import { accountCreated, accountUpdated } from '#modules/directory/events.ts'
import { isSelf, refuseUnlessHolds } from '#modules/directory/grants/refuse-unless-holds.ts'
import { presentAccount } from '#modules/directory/present.ts'
import { accountId, LOG_IN } from '#modules/directory/revocation-kinds.ts'
import { hashPassword, isPassword } from '#platform/crypto/password.ts'
import { capitalize, invalid, notFound } from '#platform/problem.ts'
import { findFirstAddress } from './address.ts'
import { enqueueNotices, noticeOf } from './notices.ts'
import { personSubject } from './person-subject.ts'
import {
  type AccountOwner,
  type AccountRow,
  findAccount,
  findContactEmail,
  insertAccount,
  lockAccount,
  updateAccount,
} from './queries.ts'
import { refuseTakenAddress } from './refuse-taken-address.ts'
import type { Account, AccountInput } from './schemas.ts'

/** Gives a person a log-in, or changes it. What is left out, password and address, is kept. */
export async function putAccount(
  work: Work,
  owner: AccountOwner,
  { password, is_active = true, email }: AccountInput,
): Promise<{ item: Account; outcome: Outcome }> {
  const input = { password, is_active, email }
  for (;;) {
    const before = await lockAccount(work.tx, work.client, owner)
    await refuseChange(work, owner, before, input)
    if (before) return changeAccount(work, owner, before, input)
    if (await createAccount(work, owner, input)) break
    work.renewNow() // another transaction created it, and this one waited for that
  }
  const made = await findAccount(work.tx, work.client, owner)
  if (!made) throw new Error('The log-in that was just stored does not exist.')
  await forgetRevoked(work, LOG_IN, [accountId(owner)])
  const item = presentAccount(made)
  emit(work, accountCreated, item)
  if (password !== undefined) recordPassword(work, owner)
  return { item, outcome: 'created' }
}

function recordPassword(work: Work, owner: AccountOwner): void {
  recordAudit(work, { action: 'password.changed', subject: personSubject(owner) })
}

type Change = { password: string | undefined; is_active: boolean; email: string | null | undefined }

async function refuseChange(
  work: Work,
  owner: AccountOwner,
  before: AccountRow | undefined,
  { password, email }: Change,
): Promise<void> {
  if (email === null && before?.email) {
    throw invalid(
      'email',
      'required',
      'The address of a log-in cannot be removed. Specify another one, or omit the field.',
    )
  }
  // The caller could log in with the password or the address. What was read may be sent back; a guess of a password not.
  const isMoved = typeof email === 'string' && email !== before?.email
  if (password !== undefined || isMoved) await refuseUnlessHolds(work.tx, work, owner)
}

/** Whether the log-in was created; not when the person has one already. */
async function createAccount(
  work: Work,
  owner: AccountOwner,
  { password, is_active, email }: Change,
): Promise<boolean> {
  const address = await chooseAddress(work, owner, email ?? undefined)
  const password_hash = password === undefined ? null : await hashPassword(password)
  return insertAccount(work.tx, work.client, owner, { email: address, password_hash, is_active, now: work.now })
}

export async function patchAccount(work: Work, owner: AccountOwner, input: AccountInput): Promise<Account> {
  const before = await lockAccount(work.tx, work.client, owner)
  if (!before) throw notFound('account', `${owner.scope}:${owner.technicalId}`)
  return (await putAccount(work, owner, { is_active: before.is_active, ...input })).item
}

/**
 * The log-in that a set-up file gives a person. Later the password is the person's own matter, and a log-in that was
 * switched off or deleted stays so unless it is to be issued again.
 */
export async function putFirstPassword(
  work: Work,
  owner: AccountOwner,
  password: string,
  { reissue = false }: ApplyOptions = {},
): Promise<Applied> {
  const before = await lockAccount(work.tx, work.client, owner)
  if (!reissue) {
    if (before && !before.is_active) return leftOff('switched off')
    if (!before && (await isDeleted(work, owner))) return leftOff('deleted')
  }
  if (before?.password_hash && before.is_active) return { outcome: 'unchanged' }
  const kept = before?.password_hash ? {} : { password }
  return { outcome: (await putAccount(work, owner, { ...kept, is_active: true })).outcome }
}

function leftOff(how: string): Applied {
  return { outcome: 'unchanged', left: `its log-in was ${how}, left as is; use --reissue to issue it again` }
}

async function isDeleted({ tx, client }: Work, owner: AccountOwner): Promise<boolean> {
  return (await listRevoked(tx, client, LOG_IN, [accountId(owner)])).size > 0
}

async function chooseAddress(work: Work, owner: AccountOwner, email: string | undefined): Promise<string | null> {
  const first =
    email === undefined
      ? await findFirstAddress(work, owner)
      : (await findContactEmail(work.tx, work.client, owner)) === undefined
        ? undefined
        : email
  if (first === undefined)
    throw invalid('id', 'unknown_person', `${capitalize(owner.scope)} ${owner.technicalId} not found.`)
  if (email !== undefined) await refuseTakenAddress(work, owner, email)
  return first
}

async function changeAccount(
  work: Work,
  owner: AccountOwner,
  before: AccountRow,
  given: Change,
): Promise<{ item: Account; outcome: Outcome }> {
  const difference = await differenceOf(before, given)
  const { newAddress, newPassword, is_active } = difference
  if (newPassword === undefined && newAddress === undefined && is_active === before.is_active)
    return { item: presentAccount(before), outcome: 'unchanged' }
  if (newAddress !== undefined) await refuseTakenAddress(work, owner, newAddress)
  await storeDifference(work, owner, before, difference)
  if (newPassword !== undefined) recordPassword(work, owner)
  // A password that was set without the old one may belong to another person now.
  const isReset = newPassword !== undefined && !isSelf(work, owner)
  if (newAddress !== undefined || !is_active || isReset) await endLinkOf(work, owner)
  const after = await findAccount(work.tx, work.client, owner)
  if (!after) throw new Error('The locked log-in does not exist.')
  if (newAddress !== undefined) notifyAddressChange(work, before, newAddress)
  const item = presentAccount(after)
  emit(work, accountUpdated, item)
  return { item, outcome: 'updated' }
}

/** Undefined is what stays as it is. */
type Difference = { newAddress: string | undefined; newPassword: string | undefined; is_active: boolean }

async function differenceOf(before: AccountRow, { password, is_active, email }: Change): Promise<Difference> {
  const { password_hash } = before
  const isKept = password === undefined || (password_hash !== null && (await isPassword(password, password_hash)))
  const address = email ?? before.email
  return {
    newAddress: address === null || address === before.email ? undefined : address,
    newPassword: isKept ? undefined : password,
    is_active,
  }
}

async function storeDifference(
  work: Work,
  owner: AccountOwner,
  before: AccountRow,
  { newAddress, newPassword, is_active }: Difference,
): Promise<void> {
  const isMoved = newAddress !== undefined
  const password_hash = newPassword === undefined ? before.password_hash : await hashPassword(newPassword)
  // Sessions end with the password and the address, and do not come back when a log-in that was switched off is switched on again.
  const keepsSessions = newPassword === undefined && !isMoved && is_active
  const credential_version = keepsSessions ? before.credential_version : randomUUID()
  const email = newAddress ?? before.email
  const change = { email, password_hash, is_active, credential_version, updated_at: work.now }
  // With either, the link of an invitation ends.
  const uninvited = isMoved || !is_active ? { invited_at: null } : {}
  await updateAccount(work.tx, work.client, owner, { ...change, ...uninvited })
}

/** Mails both addresses, so that a person who still reads the old one notices the change. */
function notifyAddressChange(work: Work, before: AccountRow, current: string): void {
  const facts = { kind: 'address', old: before.email ?? undefined, current } as const
  enqueueNotices(work, [noticeOf(before, facts), noticeOf(before, facts, current)])
}
