import type { Auth } from '#modules/auth/auth.ts'
import { networkOf } from '#modules/auth/guard/network-of.ts'
import { canonicalEmail } from '#platform/net/email.ts'
import { listProvidersByEmail, listProvidersOf, listProvidersOfOnlyClient } from './queries.ts'
import { samlPath } from './saml-provider.ts'

type Option = { name: string; url: string }
type Asked = { client: string | undefined; email: string; address: string }

/**
 * The identity providers that somebody can log in with: those of the client that the page names, or of the only client;
 * otherwise those of the clients at which the address has a log-in, which is why asking for many is slowed.
 */
export async function listSignInOptions(auth: Auth, { client, email, address }: Asked): Promise<Option[]> {
  if (client !== undefined) return (await listProvidersOf(auth.db, { client_id: client })).map(toOption)
  const ofOnly = await listProvidersOfOnlyClient(auth.db)
  if (ofOnly.length > 0) return ofOnly.map(toOption)
  const canonical = canonicalEmail(email)
  if (canonical === undefined) return []
  await auth.guard.count([{ kind: 'question', id: `sign-in options ${networkOf(address)}` }])
  return (await listProvidersByEmail(auth.db, { canonical_email: canonical })).map(toOption)
}

function toOption(provider: { client_id: string; code: string; name: string }): Option {
  return { name: provider.name, url: `${samlPath(provider)}/login` }
}
