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

export const findProvider = lookup<Provider, { client_id: string; code: string }>(`
  SELECT provider.client_id, client.languages, provider.code, provider.name, provider.entity_id, provider.sso_url,
    provider.certificates, provider.match_by, provider.attribute, provider.is_active
  FROM saml_identity_providers provider JOIN clients client ON client.id = provider.client_id
  WHERE provider.client_id = $client_id AND provider.code = $code`)

type ProviderName = { client_id: string; code: string; name: string }

/** The active providers of the only client; none when there are several clients. */
export const listProvidersOfOnlyClient = lookup<ProviderName>(`
  SELECT client_id, code, name FROM saml_identity_providers
  WHERE is_active AND (SELECT count(*) FROM (SELECT id FROM clients LIMIT 2) AS few) = 1
  ORDER BY name, code`)

/** The active providers of one client. */
export const listProvidersOf = lookup<ProviderName, { client_id: string }>(`
  SELECT client_id, code, name FROM saml_identity_providers WHERE client_id = $client_id AND is_active ORDER BY name, code`)

/** The active providers of clients at which this address has a log-in. */
export const listProvidersByEmail = lookup<ProviderName, { canonical_email: string }>(`
  SELECT provider.client_id, provider.code, provider.name FROM saml_identity_providers provider
  WHERE provider.is_active AND EXISTS (
    SELECT FROM accounts account
    LEFT JOIN employees employee ON employee.client_id = account.client_id AND employee.key = account.employee_key
    WHERE account.client_id = provider.client_id AND account.canonical_email = $canonical_email AND account.is_active
      AND employee.deleted_at IS NULL)
  ORDER BY provider.name, provider.client_id, provider.code`)

type NewRequest = {
  client_id: string
  id: string
  code: string
  browser_hash: Buffer
  next: string
  now: Date
  end: Date
}

export const insertRequest = statement<never, NewRequest>(`
  INSERT INTO saml_requests (client_id, id, provider_code, browser_hash, next, created_at, expires_at)
  VALUES ($client_id, $id, $code, $browser_hash, $next, $now, $end)`)

/** A request that this provider was sent and has not answered yet. */
export const findOpenRequest = lookup<
  { created_at: Date; next: string },
  { client_id: string; code: string; id: string; now: Date }
>(`
  SELECT created_at, next FROM saml_requests
  WHERE client_id = $client_id AND provider_code = $code AND id = $id AND expires_at > $now AND code_hash IS NULL`)

type Answer = {
  clientId: string
  id: string
  codeHash: Buffer
  scope: Scope
  technicalId: string
  next: string
  expiresAt: Date
}

const answer = statement<
  { id: string },
  {
    client_id: string
    id: string
    code_hash: Buffer
    scope: Scope
    technical_id: string
    next: string
    expires_at: Date
  }
>(`
  UPDATE saml_requests SET code_hash = $code_hash, scope = $scope, technical_id = $technical_id, next = $next, expires_at = $expires_at
  WHERE client_id = $client_id AND id = $id AND code_hash IS NULL RETURNING id`)

/** Writes down who came back; of two answers to one request, one counts. */
export async function answerRequest(db: Parameters<typeof answer>[0], one: Answer): Promise<boolean> {
  const { clientId, id, codeHash, scope, technicalId, next, expiresAt } = one
  return (
    (
      await answer(db, {
        client_id: clientId,
        id,
        code_hash: codeHash,
        scope,
        technical_id: technicalId,
        next,
        expires_at: expiresAt,
      })
    ).length > 0
  )
}

/** Takes what came back, for the browser that began it. */
export const takeAnswer = statement<
  { scope: Scope; technical_id: string; next: string },
  { client_id: string; code: string; code_hash: Buffer; browser_hash: Buffer; now: Date }
>(`
  DELETE FROM saml_requests
  WHERE client_id = $client_id AND provider_code = $code AND code_hash = $code_hash AND browser_hash = $browser_hash AND expires_at > $now
  RETURNING scope, technical_id, next`)

export const deleteExpiredRequests = statement<never, { now: Date }>(
  `DELETE FROM saml_requests WHERE expires_at < $now`,
)
