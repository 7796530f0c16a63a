import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import { type Client, systemActor } from '#kernel/work.ts'
import { otherScopes } from '#modules/auth/account-links/switch-session.ts'
import type { Auth } from '#modules/auth/auth.ts'
import type { DemoEntry } from '#modules/auth/demo/demo-entry.ts'
import { accountKey, anywhere } from '#modules/auth/guard/subjects.ts'
import { type AccountOwner, SCOPES } from '#modules/directory/index.ts'
import { tenantNamedIn } from '#platform/crypto/tenant-secret.ts'
import { cookieIn, setCookie } from '#platform/http/browser/cookies.ts'
import { NamedObject, Nullable, OneOf } from '#platform/http/validation/schemas.ts'
import { Problem } from '#platform/problem.ts'
import { closeSession, openSession } from './open-session.ts'
import { tenantOfSession } from './queries.ts'
import { refusedIfInactive } from './record-refused.ts'
import { type Session, sessionCookie } from './sessions.ts'

export const SessionAnswer = NamedObject('Session', {
  person: Type.Object({
    scope: OneOf(SCOPES),
    technical_id: Type.String(),
    first_name: Type.String(),
    last_name: Type.String(),
    email: Nullable('string'),
    language: Nullable('string'),
  }),
  client: Type.Object({ id: Type.String(), name: Type.String(), languages: Type.Array(Type.String()) }),
  permissions: Type.Array(Type.String(), { description: 'What a manager may do somewhere.' }),
  admin_permissions: Type.Array(Type.String(), { description: 'What a manager may do for the whole client.' }),
  other_scopes: Type.Array(OneOf(SCOPES), {
    description: 'What the session may switch to: the log-in that this one is linked to.',
  }),
  public_url: Type.String({ description: 'Where the service is to be reached from elsewhere.' }),
})
export type SessionAnswer = Static<typeof SessionAnswer>

export type SessionDeps = {
  auth: Auth
  publicUrl: string
  /** Whether the demo can be entered without a password, and from where; not at all when left out. */
  demoEntry?: DemoEntry | undefined
}

/** Hands the cookie of a session to a browser, or takes it back when it is empty. */
export function setSessionCookie({ publicUrl }: { publicUrl: string }, reply: FastifyReply, token: string): void {
  const ending = token === '' ? { maxAgeSeconds: 0 } : {}
  setCookie(reply, sessionCookie(publicUrl), { value: token, ...ending })
}

type Opened = { token: string; clientId: string; owner: AccountOwner }

/** Hands out the cookie of a session that was just opened. The one that the browser came with, if any, ends. */
export async function beginSession(
  deps: SessionDeps,
  reply: FastifyReply,
  { token, clientId, owner }: Opened,
): Promise<void> {
  const { auth } = deps
  const presented = cookieIn(reply.request, sessionCookie(deps.publicUrl))
  if (presented !== undefined) await endPresented(auth, presented, reply.request.ip)
  await auth.guard.remember(reply.request.ip, [anywhere(accountKey(clientId, owner))])
  setSessionCookie(deps, reply, token)
}

/** The session is of whichever client it is: the hash belongs to one. */
async function endPresented(auth: Auth, presented: string, address: string): Promise<void> {
  const tokenHash = auth.keyring.fingerprint(presented)
  const tenant = await tenantOfSession(auth.db, tenantNamedIn(presented), tokenHash)
  if (tenant === undefined) return
  const caller = { client: { id: tenant, languages: [] }, actor: systemActor, address }
  await auth.doWork(caller, (work) => closeSession(work, tokenHash))
}

type LogIn = { client: Client; owner: AccountOwner; version?: string | undefined }

/** Logs a person in who proved who they are, and says who they are. */
export async function logIn(
  deps: SessionDeps,
  reply: FastifyReply,
  { client, owner, version }: LogIn,
): Promise<SessionAnswer> {
  const { auth } = deps
  const caller = { client, actor: systemActor, address: reply.request.ip }
  const token = await refusedIfInactive(
    auth,
    caller,
    () => owner,
    () => auth.doWork(caller, (work) => openSession(work, owner, auth.keyring, version)),
  )
  await beginSession(deps, reply, { token, clientId: client.id, owner })
  return describeToken(deps, token)
}

/** The person behind a valid session. */
export async function describeToken(deps: SessionDeps, token: string): Promise<SessionAnswer> {
  const session = await deps.auth.sessions.find(token)
  // Another password was set a moment ago.
  if (!session) throw new Problem('unauthenticated', 'not_logged_in', 'Log in to continue.')
  return describeSession(deps, session)
}

export async function describeSession(
  { auth, publicUrl }: SessionDeps,
  { person, caller: { client } }: Pick<Session, 'person' | 'caller'>,
): Promise<SessionAnswer> {
  const { permissions, admin_permissions, event_permissions: _, client_name, has_vault_only: __, ...rest } = person
  return {
    person: rest,
    client: { id: client.id, name: client_name, languages: [...client.languages] },
    permissions: [...permissions],
    admin_permissions: [...admin_permissions],
    other_scopes: await otherScopes(auth.db, client, { scope: person.scope, technicalId: person.technical_id }),
    public_url: publicUrl,
  }
}
