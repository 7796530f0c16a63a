import type { Work } from '#kernel/work.ts'
import {
  type AccountOwner,
  type AccountRow,
  findAccount,
  markInvited,
  putAccount,
  refuseLogInChange,
  refuseUnlessHolds,
} from '#modules/directory/index.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import type { MailTransport } from '#platform/mail/mail.ts'
import { canonicalEmail } from '#platform/net/email.ts'
import { conflict, invalid, Problem } from '#platform/problem.ts'
import { createPasswordLink, linkUrl, MAIL_LINKS, tokenContext } from './password-links.ts'

/** How a link reaches the person who was invited. */
export type Invitation = { email: string; link: string | null }

export type InvitationDeps = { keyring: Keyring; publicUrl: string; transport: MailTransport }

/**
 * Invites a person to choose their password, and hands the link to the actor where no mail server carries it. The mail
 * that is written to the folder holds the same link.
 */
export async function inviteByHand(work: Work, owner: AccountOwner, deps: InvitationDeps): Promise<Invitation> {
  const account = await prepare(work, owner)
  const { email } = account
  const only = { client_id: work.client.id, scope: owner.scope, technical_id: owner.technicalId }
  if (deps.transport === 'smtp' || !(await mayBeHanded(work, owner, account))) {
    enqueue(work, MAIL_LINKS, { email, only })
    return { email, link: null }
  }
  const token = await createPasswordLink(work, deps.keyring, account, canonicalEmail(email) ?? '')
  enqueue(work, MAIL_LINKS, { email, only, encrypted_token: deps.keyring.encrypt(token, tokenContext(only)) })
  return { email, link: linkUrl(deps.publicUrl, token) }
}

/** Invites a person by mail to choose their password. */
export async function invite(work: Work, owner: AccountOwner): Promise<void> {
  const { email } = await prepare(work, owner)
  const only = { client_id: work.client.id, scope: owner.scope, technical_id: owner.technicalId }
  enqueue(work, MAIL_LINKS, { email, only })
}

/** The log-in that an invitation is for; who has none gets one. */
async function prepare(work: Work, owner: AccountOwner): Promise<AccountRow & { email: string }> {
  await refuseLogInChange(work, owner)
  let account = await findAccount(work.tx, work.client, owner)
  if (!account) {
    await putAccount(work, owner, {})
    account = await findAccount(work.tx, work.client, owner)
  }
  if (!account?.is_active) throw conflict('account_inactive', 'This log-in is disabled.')
  const { email } = account
  if (email === null) throw invalid('email', 'required', 'This person has no e-mail address.')
  await markInvited(work.tx, work.client, owner, work.now)
  return { ...account, email }
}

/**
 * With the link, the actor could log in as this person: only for a log-in that nobody has used, and by an actor who holds
 * everything that the person holds.
 */
async function mayBeHanded(work: Work, owner: AccountOwner, account: AccountRow): Promise<boolean> {
  if (account.password_hash !== null || account.last_login_at !== null) return false
  try {
    await refuseUnlessHolds(work.tx, work, owner)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'beyond_own_permissions') return false
    throw error
  }
}
