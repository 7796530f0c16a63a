import type { Scope } from '#modules/directory/index.ts'
import { lookup, statement } from '#platform/db/statement.ts'

export type Provider = {
  client_id: string
  languages: string[]
  code: string
  name: string
  entity_id: string
  sso_url: string
  certificates: string[]
  match_by: 'email' | 'technical_id'
  attribute: string | null
  is_active: boolean
}

export const findProvider = lookup<Provider, [clientId: string, code: string]>(`
  SELECT provider.client_id, client.languages, provider.code, provider.name, provider.entity_id, provider.sso_url,
    provider.certificates, provider.match_by, provider.attribute, provider.is_active
  FROM saml_identity_providers provider JOIN clients client ON client.id = provider.client_id
  WHERE provider.client_id = $1 AND provider.code = $2`)

type ProviderName = { client_id: string; code: string; name: string }

/** The active providers of the only client; none when there are several clients. */
export const listProvidersOfOnlyClient = lookup<ProviderName, []>(`
  SELECT client_id, code, name FROM saml_identity_providers
  WHERE is_active AND (SELECT count(*) FROM (SELECT FROM clients LIMIT 2) AS few) = 1
  ORDER BY name, code`)

/** The active providers of one client. */
export const listProvidersOf = lookup<ProviderName, [clientId: string]>(`
  SELECT client_id, code, name FROM saml_identity_providers WHERE client_id = $1 AND is_active ORDER BY name, code`)

/** The active providers of clients at which this address has a log-in. */
export const listProvidersByEmail = lookup<ProviderName, [canonicalEmail: string]>(`
  SELECT provider.client_id, provider.code, provider.name FROM saml_identity_providers provider
  WHERE provider.is_active AND EXISTS (
    SELECT FROM accounts account
    LEFT JOIN employees employee ON employee.client_id = account.client_id AND employee.key = account.employee_key
    WHERE account.client_id = provider.client_id AND account.canonical_email = $1 AND account.is_active
      AND employee.deleted_at IS NULL)
  ORDER BY provider.name, provider.client_id, provider.code`)

type NewRequest = [clientId: string, id: string, code: string, browserHash: Buffer, next: string, now: Date, end: Date]

export const insertRequest = statement<never, NewRequest>(`
  INSERT INTO saml_requests (client_id, id, provider_code, browser_hash, next, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`)

/** A request that this provider was sent and has not answered yet. */
export const findOpenRequest = lookup<
  { created_at: Date; next: string },
  [clientId: string, code: string, id: string, now: Date]
>(`
  SELECT created_at, next FROM saml_requests
  WHERE client_id = $1 AND provider_code = $2 AND id = $3 AND expires_at > $4 AND code_hash IS NULL`)

type Answer = {
  clientId: string
  id: string
  codeHash: Buffer
  scope: Scope
  technicalId: string
  next: string
  expiresAt: Date
}

const answer = statement<{ id: string }, [string, string, Buffer, Scope, string, string, Date]>(`
  UPDATE saml_requests SET code_hash = $3, scope = $4, technical_id = $5, next = $6, expires_at = $7
  WHERE client_id = $1 AND id = $2 AND code_hash IS NULL RETURNING id`)

/** Writes down who came back; of two answers to one request, one counts. */
export async function answerRequest(db: Parameters<typeof answer>[0], one: Answer): Promise<boolean> {
  const { clientId, id, codeHash, scope, technicalId, next, expiresAt } = one
  return (await answer(db, clientId, id, codeHash, scope, technicalId, next, expiresAt)).length > 0
}

/** Takes what came back, for the browser that began it. */
export const takeAnswer = statement<
  { scope: Scope; technical_id: string; next: string },
  [clientId: string, code: string, codeHash: Buffer, browserHash: Buffer, now: Date]
>(`
  DELETE FROM saml_requests
  WHERE client_id = $1 AND provider_code = $2 AND code_hash = $3 AND browser_hash = $4 AND expires_at > $5
  RETURNING scope, technical_id, next`)

export const deleteExpiredRequests = statement<never, [Date]>(`DELETE FROM saml_requests WHERE expires_at < $1`)
