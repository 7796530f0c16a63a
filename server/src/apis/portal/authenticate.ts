import type { FastifyRequest } from 'fastify'
import { covers } from '#kernel/access/permission.ts'
import type { Auth, Session } from '#modules/auth/index.ts'
import { rolePermission } from '#modules/directory/index.ts'
import { acceptedLanguages } from '#platform/http/browser/accepted-languages.ts'
import { cookieIn } from '#platform/http/browser/cookies.ts'
import { Problem } from '#platform/problem.ts'
import { closestLanguage } from '#platform/text/language.ts'

/** The session that a call comes with, if any. */
export async function sessionOf(auth: Auth, request: FastifyRequest): Promise<Session | undefined> {
  const token = cookieIn(request, auth.cookie)
  return token === undefined ? undefined : auth.sessions.find(token)
}

/** Finds who is logged in, and whether they may make this call. */
export async function authenticate(auth: Auth, request: FastifyRequest): Promise<void> {
  const session = await sessionOf(auth, request)
  if (!session) throw new Problem('unauthenticated', 'not_logged_in', 'Log in to continue.')
  refuseUnlessAllowed(request, session)
  request.caller = { ...session.caller, address: request.ip }
  request.permissions = session.person.event_permissions
  request.person = { ...session.person, language: languageOf(request, session) }
  request.sessionHash = session.tokenHash
}

/** Who never chose a language is spoken to in the one of the client's that their browser likes best. */
function languageOf(request: FastifyRequest, { person, caller }: Session): string | null {
  if (person.language !== null) return person.language
  const accepted = acceptedLanguages(request.headers['accept-language'])
  const [best = null] = accepted.flatMap((one) => closestLanguage(caller.client.languages, one) ?? [])
  return best
}

function refuseUnlessAllowed(request: FastifyRequest, { person }: Session): void {
  const { allow = [], permission, isOfVault = false } = request.routeOptions.config
  if (request.is404) return
  if (person.has_vault_only && !isOfVault) {
    throw new Problem('forbidden', 'not_permitted', 'This log-in opens nothing but the vault.')
  }
  if (allow.includes('session')) return
  // What applications may do for a client, managers may who were given it for the whole client.
  const isForAll = allow.includes('administrator') || allow.includes('application')
  const scope = allow.includes('employee') ? 'employee' : 'manager'
  if (person.scope !== scope) {
    throw new Problem('forbidden', 'wrong_role', `Only ${scope === 'employee' ? 'employees' : 'managers'} can do this.`)
  }
  if (permission === undefined) return
  const needed = isForAll ? rolePermission(permission) : permission
  if (covers(isForAll ? person.admin_permissions : person.permissions, needed)) return
  throw new Problem('forbidden', 'not_permitted', `Your roles do not grant ${needed}.`)
}
