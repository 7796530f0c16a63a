import type { Work } from '#kernel/work.ts'
import { permissionsToIssue, refuseUnlessClientWide } from '#modules/directory/index.ts'
import { type Keyring, newSecret } from '#platform/crypto/keyring.ts'
import { invalid, notFound } from '#platform/problem.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { issueApplication, putApiKey, putApplication } from './issue-credentials.ts'
import { type ApiKeyRow, type ApplicationRow, deleteTokensOf, findApiKey, findApplication } from './queries.ts'
import type { ApiKeyAnswer, ApplicationAnswer, NewApiKey } from './schemas.ts'

type Changes = { name?: string; permissions?: string[] }

/** Issues an application; its secret is known now and never again. */
export async function createApplication(work: Work, keyring: Keyring, given: Changes & { id: string }) {
  if (await findApplication(work.tx, work.client.id, given.id)) {
    throw invalid('id', 'taken', 'An application with this id exists, or existed and was revoked.')
  }
  await refuseUnlessIssuable(work, given.permissions ?? ['*'])
  const secret = newSecret()
  await putApplication(work, { ...given, secret }, keyring)
  return { ...presentApplication(await getApplication(work, given.id)), secret }
}

/** Renames an application, or changes what it may do: only for those who hold what it may do before and after. */
export async function patchApplication(work: Work, keyring: Keyring, id: string, changes: Changes) {
  const { permissions } = await getApplication(work, id)
  await refuseUnlessIssuable(work, [...permissions, ...(changes.permissions ?? [])])
  await putApplication(work, { id, ...changes }, keyring)
  return presentApplication(await getApplication(work, id))
}

/** A new secret in place of the old one, whose tokens end. Anyone who gets it can do what the application can. */
export async function renewSecret(work: Work, keyring: Keyring, id: string) {
  const { permissions } = await getApplication(work, id)
  await refuseUnlessIssuable(work, permissions)
  const secret = newSecret()
  await issueApplication(work, { id, secret }, keyring)
  await deleteTokensOf(work.tx, work.client.id, id)
  return { ...presentApplication(await getApplication(work, id)), secret }
}

/** Issues an API key. It has all permissions, so only a caller who holds `*` may do it. */
export async function createApiKey(work: Work, keyring: Keyring, given: NewApiKey) {
  await refuseUnlessClientWide(work.tx, work, ['*'])
  if (await findApiKey(work.tx, work.client.id, given.name)) {
    throw invalid('name', 'taken', 'An API key with this name exists, or existed and was revoked.')
  }
  if (given.expires_at && new Date(given.expires_at) <= work.now) {
    throw invalid('expires_at', 'in_the_past', 'This must be in the future.')
  }
  const key = newSecret()
  await putApiKey(work, { ...given, key }, keyring)
  const row = await findApiKey(work.tx, work.client.id, given.name)
  if (!row) throw notFound('API key', given.name)
  return { ...presentApiKey(row), key }
}

export function presentApplication(row: ApplicationRow): ApplicationAnswer {
  return { id: row.id, name: row.name, permissions: row.permissions, ...timesOf(row) }
}

export function presentApiKey(row: ApiKeyRow): ApiKeyAnswer {
  const { name, allowed_addresses, expires_at } = row
  return { name, allowed_addresses, expires_at: expires_at && inSeconds(expires_at), ...timesOf(row) }
}

function timesOf({ last_used_at, revoked_at, created_at }: ApplicationRow | ApiKeyRow) {
  return {
    last_used_at: last_used_at && inSeconds(last_used_at),
    revoked_at: revoked_at && inSeconds(revoked_at),
    created_at: inSeconds(created_at),
  }
}

async function getApplication({ tx, client }: Work, id: string): Promise<ApplicationRow> {
  const row = await findApplication(tx, client.id, id)
  if (!row || row.revoked_at) throw notFound('application', id)
  return row
}

/** Applications do what they are issued for in the name of those who have their secret. */
function refuseUnlessIssuable(work: Work, permissions: readonly string[]): Promise<void> {
  return refuseUnlessClientWide(work.tx, work, permissions.flatMap(permissionsToIssue))
}
