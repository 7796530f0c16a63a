import type { CacheProvider } from '@node-saml/node-saml'
import { type Caller, systemActor, type Work } from '#kernel/work.ts'
import type { Auth } from '#modules/auth/auth.ts'
import { openSession } from '#modules/auth/sessions/open-session.ts'
import { refusedIfInactive } from '#modules/auth/sessions/record-refused.ts'
import type { AccountOwner } from '#modules/directory/index.ts'
import { newSecret } from '#platform/crypto/keyring.ts'
import { localPath } from '#platform/http/browser/local-path.ts'
import { findPerson } from './find-person.ts'
import { answerRequest, findOpenRequest, insertRequest, type Provider, takeAnswer } from './queries.ts'
import { isSentTo, readAnswer } from './saml-answer.ts'
import { REQUEST_SECONDS, samlOf, samlUrls } from './saml-provider.ts'
import { useProof } from './used-proofs.ts'

/** How long a browser has to pick up what its provider answered: it does so at once. */
const PICK_UP_SECONDS = 120

export type SamlDeps = { auth: Auth; publicUrl: string }

export function callerFor({ client_id, languages }: Provider, address?: string): Caller {
  const client = { id: client_id, languages }
  return { client, actor: systemActor, ...(address === undefined ? {} : { address }) }
}

/** Sends a browser to the provider; the answer is where. */
export async function beginSaml(
  { auth, publicUrl }: SamlDeps,
  provider: Provider,
  { next, browser }: { next: string; browser: string },
): Promise<string> {
  const saveAsync: CacheProvider['saveAsync'] = async (id, value) => {
    const now = auth.clock.now()
    const expiresAt = new Date(now.getTime() + REQUEST_SECONDS * 1000)
    const browserHash = auth.keyring.fingerprint(browser)
    await auth.doWork(callerFor(provider), ({ tx }) =>
      insertRequest(tx, {
        client_id: provider.client_id,
        id,
        code: provider.code,
        browser_hash: browserHash,
        next,
        now,
        end: expiresAt,
      }),
    )
    return { value, createdAt: now.getTime() }
  }
  const saml = await samlOf(publicUrl, provider, { ...NOTHING_KEPT, saveAsync })
  return saml.getAuthorizeUrlAsync(next, undefined, {})
}

/** What is known of requests is for the database to say; nothing is forgotten because somebody sent an answer that is wrong. */
const NOTHING_KEPT: CacheProvider = {
  saveAsync: async () => null,
  getAsync: async () => null,
  removeAsync: async () => null,
}

export type SamlReceived = { SAMLResponse: string; RelayState: string }

/**
 * Takes an answer of the provider. It comes from the provider's page, so that no cookie of ours is with it: who came back
 * is written down under a code, for the browser that began to pick up. `person` when nobody is known by what it says.
 */
export async function receiveSaml(
  { auth, publicUrl }: SamlDeps,
  provider: Provider,
  received: SamlReceived,
): Promise<{ code: string } | 'refused' | 'person'> {
  const now = auth.clock.now()
  const { acsUrl } = samlUrls(publicUrl, provider)
  const profile = await verify(auth, publicUrl, provider, received)
  const answer = profile && readAnswer(profile, { provider, acsUrl, now })
  if (!answer || !isSentTo(received.SAMLResponse, acsUrl)) return 'refused'
  const [request] = await findOpenRequest(auth.db, {
    client_id: provider.client_id,
    code: provider.code,
    id: answer.requestId,
    now,
  })
  if (!request) return 'refused'
  const next = localPath(received.RelayState || request.next, publicUrl)
  const person = await findPerson(auth.db, provider.client_id, {
    matchBy: provider.match_by,
    value: answer.value,
    next,
  })
  if (!person) return 'person'
  const code = newSecret()
  const isTaken = await auth.doWork(callerFor(provider), async (work) => {
    if (!(await useProof(work, auth.keyring.fingerprint(answer.assertionId), answer.expiresAt))) return false
    const expiresAt = new Date(now.getTime() + PICK_UP_SECONDS * 1000)
    const codeHash = auth.keyring.fingerprint(code)
    const id = answer.requestId
    return answerRequest(work.tx, { clientId: provider.client_id, id, codeHash, ...person, next, expiresAt })
  })
  return isTaken ? { code } : 'refused'
}

/** What the library makes of an answer: it throws at everything that is not as it should be. */
async function verify(auth: Auth, publicUrl: string, provider: Provider, { SAMLResponse }: SamlReceived) {
  const getAsync: CacheProvider['getAsync'] = async (id) => {
    const [found] = await findOpenRequest(auth.db, {
      client_id: provider.client_id,
      code: provider.code,
      id,
      now: auth.clock.now(),
    })
    return found ? found.created_at.toISOString() : null
  }
  const saml = await samlOf(publicUrl, provider, { ...NOTHING_KEPT, getAsync })
  try {
    return (await saml.validatePostResponseAsync({ SAMLResponse })).profile ?? undefined
  } catch {
    return undefined
  }
}

type PickedUp = { code: string; browser: string; address: string }

/** Logs in who came back, in the browser that began; the answer is the secret of the cookie and where to go. */
export async function finishSaml(
  { auth, publicUrl }: SamlDeps,
  provider: Provider,
  { code, browser, address }: PickedUp,
): Promise<{ token: string; clientId: string; owner: AccountOwner; path: string } | undefined> {
  const { fingerprint } = auth.keyring
  const caller = callerFor(provider, address)
  let answered: AccountOwner | undefined
  const finish = async (work: Work) => {
    const [answer] = await takeAnswer(work.tx, {
      client_id: provider.client_id,
      code: provider.code,
      code_hash: fingerprint(code),
      browser_hash: fingerprint(browser),
      now: work.now,
    })
    if (!answer) return undefined
    const owner = { scope: answer.scope, technicalId: answer.technical_id }
    answered = owner
    const token = await openSession(work, owner, auth.keyring)
    return { token, clientId: provider.client_id, owner, path: localPath(answer.next, publicUrl) }
  }
  return refusedIfInactive(
    auth,
    caller,
    () => answered,
    () => auth.doWork(caller, finish),
  )
}
