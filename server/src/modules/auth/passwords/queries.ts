import type { Scope } from '#modules/directory/index.ts'
import type { Db } from '#platform/db/db.ts'
import { lookup, statement } from '#platform/db/statement.ts'

/** Whose password a link sets. */
export type LinkHolder = {
  client_id: string
  client_name: string
  languages: string[]
  scope: Scope
  technical_id: string
  email: string
  is_first: boolean
}

const holderWhere = (condition: string) => `
  SELECT link.client_id, client.name AS client_name, client.languages, link.scope, link.technical_id, account.email,
    account.password_hash IS NULL AS is_first
  FROM password_links link
  JOIN clients client ON client.id = link.client_id
  JOIN accounts account ON account.client_id = link.client_id AND account.scope = link.scope
    AND account.technical_id = link.technical_id AND account.canonical_email = link.canonical_email AND account.is_active
  LEFT JOIN employees employee ON employee.client_id = account.client_id AND employee.key = account.employee_key
  WHERE ${condition} AND link.token_hash = $token_hash AND link.expires_at > $now
    AND (employee.deleted_at IS NULL OR employee.erased_at IS NOT NULL)`

type Sought = { token_hash: Buffer; now: Date }
const findInClient = lookup<LinkHolder, Sought & { client_id: string }>(holderWhere('link.client_id = $client_id'))
const findAnywhere = lookup<LinkHolder, Sought>(holderWhere('true'))

/** Nobody's when it was used, when it is too old, when the person or their log-in is gone, or has another address now. */
export function findLinkHolder(
  db: Db,
  { tenant, token_hash, now }: Sought & { tenant: string | undefined },
): Promise<LinkHolder[]> {
  if (tenant === undefined) return findAnywhere(db, { token_hash, now })
  return findInClient(db, { client_id: tenant, token_hash, now })
}

/** The link of an account from now on; one that was mailed before is worth nothing any more. */
export const putLink = statement<
  never,
  {
    client_id: string
    scope: Scope
    technical_id: string
    canonical_email: string
    token_hash: Buffer
    expires_at: Date
  }
>(`
  INSERT INTO password_links (client_id, scope, technical_id, canonical_email, token_hash, expires_at)
  VALUES ($client_id, $scope, $technical_id, $canonical_email, $token_hash, $expires_at)
  ON CONFLICT (client_id, scope, technical_id) DO UPDATE SET canonical_email = excluded.canonical_email,
    token_hash = excluded.token_hash, expires_at = excluded.expires_at`)

/** Takes a link away; of two who use it at once, one finds it. */
export const takeLink = statement<{ technical_id: string }, { client_id: string; token_hash: Buffer; now: Date }>(`
  DELETE FROM password_links WHERE client_id = $client_id AND token_hash = $token_hash AND expires_at > $now RETURNING technical_id`)

/** A password that was set otherwise needs no link any more. */
export const deleteLinkOf = statement<never, { client_id: string; scope: Scope; technical_id: string }>(`
  DELETE FROM password_links WHERE client_id = $client_id AND scope = $scope AND technical_id = $technical_id`)

export const deleteExpiredLinks = statement<never, { now: Date }>(`DELETE FROM password_links WHERE expires_at < $now`)
