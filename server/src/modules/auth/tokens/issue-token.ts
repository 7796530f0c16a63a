import type { Work } from '#kernel/work.ts'
import { type ApplicationRow, insertToken } from '#modules/auth/credentials/queries.ts'
import { findClient } from '#modules/clients/index.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { newSecretFor } from '#platform/crypto/tenant-secret.ts'
import type { Db } from '#platform/db/db.ts'
import { Problem } from '#platform/problem.ts'

export const TOKEN_LIFETIME_SECONDS = 3600

export type TokenRequest = { grant_type?: string; scope?: string; client_id?: string }

/** Spec, token endpoint errors: grant_type, then scope, then client_id; what is absent counts as wrong. */
export function chooseIssuer(applications: ApplicationRow[], request: TokenRequest): ApplicationRow {
  if (request.grant_type !== 'client_credentials') {
    throw new Problem('malformed', 'invalid_grant', 'grant_type must be client_credentials.')
  }
  if (request.scope !== 'client') throw new Problem('malformed', 'invalid_scope', 'scope must be client.')
  const chosen = applications.find((one) => one.client_id === request.client_id)
  if (!chosen) {
    throw new Problem('malformed', 'invalid_request', 'client_id does not match a client of this application.')
  }
  return chosen
}

/** Spec, token endpoint errors: a client that is switched off is a wrong client_id. */
async function refuseInactive(db: Db, { client_id }: ApplicationRow): Promise<void> {
  if ((await findClient(db, client_id))?.is_active) return
  throw new Problem('malformed', 'invalid_request', 'client_id refers to a disabled client.')
}

export async function issueToken(work: Work, application: ApplicationRow, keyring: Keyring): Promise<string> {
  await refuseInactive(work.tx, application)
  const token = newSecretFor(work.client)
  await insertToken(work.tx, {
    client_id: application.client_id,
    token_hash: keyring.fingerprint(token),
    application_id: application.id,
    expires_at: new Date(work.now.getTime() + TOKEN_LIFETIME_SECONDS * 1000),
    created_at: work.now,
  })
  return token
}
