import type { Work } from '#platform/db/work.ts'
import type { Keyring } from '#platform/keyring.ts'
import { type ApplicationRow, deleteToken } from './queries.ts'

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
