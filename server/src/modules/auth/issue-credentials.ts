import { isDeepStrictEqual } from 'node:util'
import type { Work } from '#platform/db/work.ts'
import { isSame, type Keyring, newSecret } from '#platform/keyring.ts'
import type { Outcome } from '#platform/setup-section.ts'
import {
  type ApiKeyRow,
  type ApplicationRow,
  findApiKey,
  findApplication,
  upsertApiKey,
  upsertApplication,
} from './queries.ts'
import type { ApiKeySettings, ApplicationSettings } from './schemas.ts'

export type Issued = { outcome: Outcome; madeSecret?: string }

/** Creates or changes an application. A secret that is left out is kept, or made when the application is new. */
export async function putApplication(work: Work, settings: ApplicationSettings, keyring: Keyring): Promise<Issued> {
  const before = await findApplication(work.tx, work.client.id, settings.id)
  const madeSecret = before || settings.secret !== undefined ? undefined : newSecret()
  const secret = settings.secret ?? madeSecret
  const row: ApplicationRow = {
    client_id: work.client.id,
    id: settings.id,
    name: settings.name ?? before?.name ?? settings.id,
    secret_hash: hashOrKept(keyring, secret, before?.secret_hash),
    permissions: settings.permissions ?? before?.permissions ?? ['*'],
    revoked_at: null,
    last_used_at: before?.last_used_at ?? null,
    created_at: before?.created_at ?? work.now,
    updated_at: before?.updated_at ?? work.now,
  }
  if (before && isDeepStrictEqual(row, before)) return { outcome: 'unchanged' }
  await upsertApplication(work.tx, { ...row, updated_at: work.now })
  return { outcome: before ? 'updated' : 'created', ...(madeSecret ? { madeSecret } : {}) }
}

/** Creates or changes an API key. A key that is left out is kept, or made when it is new. */
export async function putApiKey(work: Work, settings: ApiKeySettings, keyring: Keyring): Promise<Issued> {
  const before = await findApiKey(work.tx, work.client.id, settings.name)
  const madeSecret = before || settings.key !== undefined ? undefined : newSecret()
  const row: ApiKeyRow = {
    client_id: work.client.id,
    name: settings.name,
    key_hash: hashOrKept(keyring, settings.key ?? madeSecret, before?.key_hash),
    allowed_addresses: settings.allowed_addresses ?? before?.allowed_addresses ?? [],
    expires_at: settings.expires_at ? new Date(settings.expires_at) : (before?.expires_at ?? null),
    revoked_at: null,
    last_used_at: before?.last_used_at ?? null,
    created_at: before?.created_at ?? work.now,
    updated_at: before?.updated_at ?? work.now,
  }
  if (before && isDeepStrictEqual(row, before)) return { outcome: 'unchanged' }
  await upsertApiKey(work.tx, { ...row, updated_at: work.now })
  return { outcome: before ? 'updated' : 'created', ...(madeSecret ? { madeSecret } : {}) }
}

function hashOrKept(keyring: Keyring, secret: string | undefined, kept: Buffer | undefined): Buffer {
  if (secret === undefined) return kept ?? keyring.fingerprint(newSecret())
  const hash = keyring.fingerprint(secret)
  return kept && isSame(kept, hash) ? kept : hash
}
