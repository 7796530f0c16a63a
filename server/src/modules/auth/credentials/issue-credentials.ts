import { isDeepStrictEqual } from 'node:util'
import { forgetRevoked, listRevoked, rememberRevoked } from '#kernel/resources/revocations.ts'
import type { Applied, ApplyOptions } from '#kernel/resources/setup-section.ts'
import type { Work } from '#kernel/work.ts'
import { isSame, type Keyring, newSecret } from '#platform/crypto/keyring.ts'
import { refuseUnknownPermissions } from './application-permissions.ts'
import type { ApiKeySettings, ApplicationSettings } from './credential-settings.ts'
import {
  type ApiKeyRow,
  type ApplicationRow,
  lockApiKey,
  lockApplication,
  upsertApiKey,
  upsertApplication,
} from './queries.ts'
import { recordApiKey, recordApplication } from './record-credentials.ts'

/** The secrets that were revoked are remembered by their hashes, under these kinds. */
export const APPLICATION_SECRET = 'application secret'
export const API_KEY = 'API key'

const REVOKED: Applied = {
  outcome: 'unchanged',
  left: 'revoked, left as is; use --reissue to issue it again',
}
const RECOMMENDED_SECRET_LENGTH = 16
const SHORT: Pick<Applied, 'warning'> = {
  warning: `its secret has fewer than ${RECOMMENDED_SECRET_LENGTH} characters and can be guessed; choose a longer one`,
}

/**
 * Creates or changes an application. A secret that is left out is kept, or made when the application is new. What was
 * revoked or replaced by people stays as it is, unless it is to be issued again.
 */
export async function putApplication(
  work: Work,
  settings: ApplicationSettings,
  keyring: Keyring,
  { reissue = false }: ApplyOptions = {},
): Promise<Applied> {
  refuseUnknownPermissions(settings.permissions)
  const before = await lockApplication(work.tx, work.client.id, settings.id)
  if (before?.revoked_at && !reissue) return REVOKED
  const stored = before && { hash: before.secret_hash, isRevoked: before.revoked_at !== null }
  const secret = await secretOf({ work, keyring, reissue, kind: APPLICATION_SECRET }, settings.secret, stored)
  const isShort = settings.secret !== undefined && [...settings.secret].length < RECOMMENDED_SECRET_LENGTH
  const told = { ...secret.told, ...(isShort ? SHORT : {}) }
  if (!secret.hash) return { outcome: 'unchanged', ...told }
  const row: ApplicationRow = {
    client_id: work.client.id,
    id: settings.id,
    name: settings.name ?? before?.name ?? settings.id,
    secret_hash: secret.hash,
    permissions: settings.permissions ?? before?.permissions ?? ['*'],
    revoked_at: null,
    last_used_at: before?.last_used_at ?? null,
    created_at: before?.created_at ?? work.now,
    updated_at: before?.updated_at ?? work.now,
  }
  if (before && isDeepStrictEqual(row, before)) return { outcome: 'unchanged', ...told }
  await upsertApplication(work.tx, { ...row, updated_at: work.now })
  recordApplication(work, before, row)
  return { outcome: before ? 'updated' : 'created', ...told }
}

/** Creates or changes an API key. A key that is left out is kept, or made when it is new; revoked ones as above. */
export async function putApiKey(
  work: Work,
  settings: ApiKeySettings,
  keyring: Keyring,
  { reissue = false }: ApplyOptions = {},
): Promise<Applied> {
  const before = await lockApiKey(work.tx, work.client.id, settings.name)
  if (before?.revoked_at && !reissue) return REVOKED
  const stored = before && { hash: before.key_hash, isRevoked: before.revoked_at !== null }
  const { hash, told } = await secretOf({ work, keyring, reissue, kind: API_KEY }, settings.key, stored)
  if (!hash) return { outcome: 'unchanged', ...told }
  const row: ApiKeyRow = {
    client_id: work.client.id,
    name: settings.name,
    key_hash: hash,
    allowed_addresses: settings.allowed_addresses ?? before?.allowed_addresses ?? [],
    expires_at: settings.expires_at ? new Date(settings.expires_at) : (before?.expires_at ?? null),
    revoked_at: null,
    last_used_at: before?.last_used_at ?? null,
    created_at: before?.created_at ?? work.now,
    updated_at: before?.updated_at ?? work.now,
  }
  if (before && isDeepStrictEqual(row, before)) return { outcome: 'unchanged', ...told }
  await upsertApiKey(work.tx, { ...row, updated_at: work.now })
  recordApiKey(work, before, row)
  return { outcome: before ? 'updated' : 'created', ...told }
}

/** Issues an application, or a new secret in place of its old one, which no set-up file brings back. */
export async function issueApplication(
  work: Work,
  settings: ApplicationSettings & { secret: string },
  keyring: Keyring,
  options: ApplyOptions = {},
): Promise<Applied> {
  const before = await lockApplication(work.tx, work.client.id, settings.id)
  const issued = await putApplication(work, settings, keyring, options)
  if (before && !issued.left) await rememberRevoked(work, APPLICATION_SECRET, [before.secret_hash.toString('hex')])
  return issued
}

/** Issues an API key, or a new one in place of the old one, which no set-up file brings back. */
export async function issueApiKey(
  work: Work,
  settings: ApiKeySettings & { key: string },
  keyring: Keyring,
  options: ApplyOptions = {},
): Promise<Applied> {
  const before = await lockApiKey(work.tx, work.client.id, settings.name)
  const issued = await putApiKey(work, settings, keyring, options)
  if (before && !issued.left) await rememberRevoked(work, API_KEY, [before.key_hash.toString('hex')])
  return issued
}

type Issuing = { work: Work; keyring: Keyring; reissue: boolean; kind: string }
type Stored = { hash: Buffer; isRevoked: boolean }
type Secret = { hash: Buffer | undefined; told: Pick<Applied, 'madeSecret' | 'left'> }

/** The hash to store, if any: that of the given or generated secret, or the stored one. */
async function secretOf(
  { work, keyring, reissue, kind }: Issuing,
  given: string | undefined,
  stored: Stored | undefined,
): Promise<Secret> {
  if (given === undefined) {
    // Anyone who knew the secret of a revoked one must not be let in with it again.
    if (stored && !stored.isRevoked) return { hash: stored.hash, told: {} }
    const madeSecret = newSecret()
    return { hash: keyring.fingerprint(madeSecret), told: { madeSecret } }
  }
  const hash = keyring.fingerprint(given)
  const ids = [hash.toString('hex')]
  if (reissue) await forgetRevoked(work, kind, ids)
  if (stored && isSame(stored.hash, hash)) return { hash: stored.hash, told: {} }
  if (!(await listRevoked(work.tx, work.client, kind, ids)).has(ids[0] ?? '')) return { hash, told: {} }
  const left = stored
    ? 'its secret was replaced or revoked since, left as is; use --reissue to set it to the one in the file'
    : 'its secret was revoked under another name, not issued; use --reissue to issue it again'
  return { hash: stored?.hash, told: { left } }
}
