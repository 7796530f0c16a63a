import { newSecret } from './keyring.ts'

/** What is random, and the id of the tenant. */
const FORM = /^[\w-]{43}([\w-]{1,100})$/

/**
 * A random secret that says whose it is, so that it can be looked up where that tenant's data is. What it says proves
 * nothing: the secret is stored as the hash of all of it.
 */
export function newSecretFor({ id }: { id: string }): string {
  return newSecret() + Buffer.from(id).toString('base64url')
}

/** The tenant that a secret names; undefined for one that names none, as those of earlier versions. */
export function tenantNamedIn(secret: string): string | undefined {
  const name = FORM.exec(secret)?.[1]
  if (name === undefined) return undefined
  const id = Buffer.from(name, 'base64url').toString('utf8')
  return id.includes('\0') ? undefined : id
}
