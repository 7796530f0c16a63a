import type { Auth } from './auth.ts'
import { samlPath } from './saml-provider.ts'
import { listProvidersByEmail, listProvidersOfOnlyClient } from './saml-queries.ts'

type Option = { name: string; url: string }

/**
 * The identity providers that somebody can log in with. Where there is one client, its own; otherwise those of the
 * clients that know the e-mail address, which is why asking for many is slowed.
 */
export async function listSignInOptions(
  auth: Auth,
  { email, address }: { email: string; address: string },
): Promise<Option[]> {
  const ofOnly = await listProvidersOfOnlyClient(auth.db)
  if (ofOnly.length > 0) return ofOnly.map(toOption)
  if (!email.includes('@')) return []
  const subjects = [{ kind: 'question' as const, id: `sign-in options ${address}` }]
  await auth.guard.refuseIfBlocked(subjects)
  await auth.guard.recordFailure(subjects)
  return (await listProvidersByEmail(auth.db, email)).map(toOption)
}

function toOption(provider: { client_id: string; code: string; name: string }): Option {
  return { name: provider.name, url: `${samlPath(provider)}/login` }
}
