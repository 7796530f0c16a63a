import { createHmac } from 'node:crypto'
import { type Client, systemActor, type Work } from '#kernel/work.ts'
import type { Auth } from '#modules/auth/auth.ts'
import type { Subject } from '#modules/auth/guard/login-guard.ts'
import { networkOf } from '#modules/auth/guard/network-of.ts'
import { openSession } from '#modules/auth/sessions/open-session.ts'
import { recordRefused, refusedIfInactive } from '#modules/auth/sessions/record-refused.ts'
import { decryptSharedToken } from '#modules/clients/index.ts'
import type { AccountOwner } from '#modules/directory/index.ts'
import { isSame, type Keyring, Undecryptable } from '#platform/crypto/keyring.ts'
import {
  isSignedJustNow,
  readHash,
  SIGNED_MAX_AGE_SECONDS,
  SIGNED_MAX_AHEAD_SECONDS,
} from '#platform/crypto/signed-timestamp.ts'
import { localPath } from '#platform/http/browser/local-path.ts'
import { listCandidates, scopeFor } from './find-person.ts'
import { useProof } from './used-proofs.ts'

/** As it was sent; the hash covers each text as it is. */
export type SignedLink = { externalId: string; timestamp: string; hash: string; next: string }

type Found = { client: Client; owner: AccountOwner; proof: Buffer }

/** Logs in the person that a signed link names; returns the secret of the cookie and the target, or undefined. */
export async function followSignedLink(
  { auth, publicUrl }: { auth: Auth; publicUrl: string },
  link: SignedLink,
  address: string,
): Promise<{ token: string; clientId: string; owner: AccountOwner; path: string } | undefined> {
  const network = networkOf(address)
  // A hash cannot be guessed by trying from many networks: to count those would only keep the person out.
  const subjects: Subject[] = [
    { kind: 'pair', id: `signed link ${link.externalId} ${network}` },
    { kind: 'network', id: network },
  ]
  const path = localPath(link.next, publicUrl)
  const followed = await auth.guard.attempt(address, subjects, async () => {
    const found = isUnambiguous(link, auth.clock.now()) ? await findSigner(auth, link, path) : undefined
    if (!found) return undefined
    const { client, owner } = found
    const caller = { client, actor: systemActor, address }
    const token = await refusedIfInactive(
      auth,
      caller,
      () => owner,
      () => auth.doWork(caller, (work) => use(work, found, auth.keyring)),
    )
    return token === undefined ? undefined : { token, clientId: client.id, owner, path }
  })
  if (!followed) await recordRefusals(auth, { externalId: link.externalId, path, address })
  return followed
}

/** In the trail of each client that has a person with this id: the link was to log in as one of them. */
async function recordRefusals(
  auth: Auth,
  { externalId, path, address }: { externalId: string; path: string; address: string },
): Promise<void> {
  for (const { id, languages, scopes } of await listCandidates(auth.db, { technical_id: externalId })) {
    const scope = scopeFor(scopes, path)
    const caller = { client: { id, languages }, actor: systemActor, address }
    if (scope) await recordRefused(auth, caller, { scope, technicalId: externalId })
  }
}

/**
 * Whether the texts that the hash covers, one behind the other, can be told apart again: only then does a hash belong to
 * one link. The timestamp has one spelling. An id has no slash, so that it cannot hold the timestamp and the beginning of
 * the `next` of another link; and `next` begins with neither a digit nor a point, so that it adds nothing to a timestamp.
 */
export function isUnambiguous({ externalId, timestamp, next }: Omit<SignedLink, 'hash'>, now: Date): boolean {
  return /^[^/]+$/.test(externalId) && isSignedJustNow(timestamp, now, 6) && /^(?:$|\/|https?:\/\/)/.test(next)
}

/** The client whose shared token signed the link, and the person there. */
async function findSigner(auth: Auth, { externalId, timestamp, hash, next }: SignedLink, path: string) {
  const given = readHash(hash)
  if (!given) return undefined
  let unreadable: Undecryptable | undefined
  for (const { sealed_shared_token, scopes, id, languages } of await listCandidates(auth.db, {
    technical_id: externalId,
  })) {
    const token = sharedTokenOf(auth.keyring, id, sealed_shared_token)
    if (token instanceof Undecryptable) {
      unreadable = token
      continue
    }
    const expected = createHmac('sha256', token).update(`${externalId}${timestamp}${next}`).digest()
    const scope = scopeFor(scopes, path)
    if (!isSame(given, expected) || scope === undefined) continue
    const owner = { scope, technicalId: externalId }
    return { client: { id, languages }, owner, proof: expected }
  }
  if (unreadable) throw unreadable
  return undefined
}

/** What is wrong with the token of one client must not keep the people of another out. */
function sharedTokenOf(keyring: Keyring, clientId: string, stored: string): string | Undecryptable {
  try {
    return decryptSharedToken(keyring, clientId, stored)
  } catch (error) {
    if (error instanceof Undecryptable) return error
    throw error
  }
}

async function use(work: Work, { owner, proof }: Found, keyring: Keyring): Promise<string | undefined> {
  const expiresAt = new Date(work.now.getTime() + (SIGNED_MAX_AGE_SECONDS + SIGNED_MAX_AHEAD_SECONDS) * 1000)
  const isNew = await useProof(work, keyring.fingerprint(proof.toString('hex')), expiresAt)
  return isNew ? openSession(work, owner, keyring) : undefined
}
