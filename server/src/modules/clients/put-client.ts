import { isDeepStrictEqual } from 'node:util'
import type { ApplyOptions, Outcome } from '#kernel/resources/setup-section.ts'
import type { Work } from '#kernel/work.ts'
import { type Keyring, newSecret, Undecryptable } from '#platform/crypto/keyring.ts'
import { listHostnames, replaceHostnames } from './hostname-queries.ts'
import { type ClientRow, findClient, upsertClient } from './queries.ts'
import type { ClientSettings } from './schemas.ts'
import { decryptSharedToken, encryptSharedToken } from './shared-token.ts'

type PutClient = { outcome: Outcome; row: ClientRow; madeSharedToken?: string }

/** Creates or changes a client; what the settings leave out is kept, or made when the client is new. */
export async function putClient(
  work: Work,
  settings: ClientSettings,
  keyring: Keyring,
  { reissue = false }: ApplyOptions = {},
): Promise<PutClient> {
  const before = await findClient(work.tx, settings.id)
  const madeSharedToken = before || settings.shared_token ? undefined : newSecret()
  const sharedToken = settings.shared_token ?? madeSharedToken
  const isSameToken = before && (!sharedToken || isStored(keyring, before, sharedToken, reissue))
  const sealed_shared_token = isSameToken
    ? before.sealed_shared_token
    : encryptSharedToken(keyring, settings.id, sharedToken ?? newSecret())
  const row: ClientRow = { ...changeRow(before ?? newClient(work, settings.id), settings), sealed_shared_token }
  const isRenamed = await hasOtherHostnames(work, settings)
  if (before && !isRenamed && isDeepStrictEqual(row, before)) return { outcome: 'unchanged', row }
  const changed = { ...row, updated_at: work.now }
  await upsertClient(work.tx, changed)
  if (isRenamed) await replaceHostnames(work.tx, settings.id, inLowerCase(settings.hostnames ?? []))
  return { outcome: before ? 'updated' : 'created', row: changed, ...(madeSharedToken ? { madeSharedToken } : {}) }
}

type ClientColumns = Omit<ClientRow, 'sealed_shared_token'>

function newClient({ now }: Work, id: string): ClientColumns {
  return {
    id,
    name: id,
    languages: ['en-us'],
    distribution_callback_url: null,
    is_active: true,
    created_at: now,
    updated_at: now,
  }
}

/** What the settings leave out is kept. */
function changeRow(kept: ClientColumns, settings: ClientSettings): ClientColumns {
  return {
    ...kept,
    name: settings.name ?? kept.name,
    languages: settings.languages ? inLowerCase(settings.languages) : kept.languages,
    distribution_callback_url: settings.distribution_callback_url ?? kept.distribution_callback_url,
    is_active: settings.is_active ?? kept.is_active,
  }
}

/** A stored token that cannot be decrypted is replaced on purpose only. */
function isStored(keyring: Keyring, { id, sealed_shared_token }: ClientRow, token: string, reissue: boolean): boolean {
  try {
    return decryptSharedToken(keyring, id, sealed_shared_token) === token
  } catch (error) {
    if (reissue && error instanceof Undecryptable) return false
    throw error
  }
}

async function hasOtherHostnames({ tx }: Work, { id, hostnames }: ClientSettings): Promise<boolean> {
  if (!hostnames) return false
  return !isDeepStrictEqual(inLowerCase(hostnames).sort(), await listHostnames(tx, id))
}

function inLowerCase(texts: string[]): string[] {
  return [...new Set(texts.map((one) => one.toLowerCase()))]
}
