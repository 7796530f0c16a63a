import type { Work } from '#kernel/work.ts'
import { type ApplicationRow, deleteToken } from '#modules/auth/credentials/queries.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'

/** Ends a token of this application. A token that is unknown, or another application's, changes nothing. */
export async function revokeToken(
  work: Work,
  applications: ApplicationRow[],
  token: string,
  keyring: Keyring,
): Promise<void> {
  const [first] = applications
  if (!first || token === '') return
  const clientIds = applications.map((one) => one.client_id)
  await deleteToken(work.tx, keyring.fingerprint(token), first.id, clientIds)
}
