import { type ApplicationRow, listApplicationsById } from '#modules/auth/credentials/queries.ts'
import type { LoginGuard, Subject } from '#modules/auth/guard/login-guard.ts'
import { networkOf } from '#modules/auth/guard/network-of.ts'
import { isSame, type Keyring } from '#platform/crypto/keyring.ts'
import type { Db } from '#platform/db/db.ts'
import { Problem } from '#platform/problem.ts'
import { parseBasic } from './basic-credentials.ts'

type Deps = { db: Db; keyring: Keyring; guard: LoginGuard }

/** The application that Basic credentials prove, once for each client it was issued for. */
export async function checkApplication(
  { db, keyring, guard }: Deps,
  header: string | undefined,
  address: string,
): Promise<ApplicationRow[]> {
  const candidates = parseBasic(header)
  if (candidates.length === 0) throw wrongCredentials()

  // Every spelling of the id counts, or else each new one would start a new count.
  const ids = new Set(candidates.map((one) => one.id))
  const subjects: Subject[] = [
    ...[...ids].map((id): Subject => ({ kind: 'application', id, unlessKnown: true })),
    { kind: 'address', id: networkOf(address) },
  ]
  const proven = await guard.attempt(address, subjects, async () => {
    for (const { id, secret } of candidates) {
      const hash = keyring.fingerprint(secret)
      const found = (await listApplicationsById(db, id)).filter((one) => isSame(one.secret_hash, hash))
      if (found.length > 0) return found
    }
    return undefined
  })
  if (!proven) throw wrongCredentials()
  return proven
}

function wrongCredentials(): Problem {
  return new Problem('unauthenticated', 'invalid_client', 'The application_id or application_secret is incorrect.', {
    headers: { 'www-authenticate': 'Basic realm="dossier", charset="UTF-8"' },
  })
}
