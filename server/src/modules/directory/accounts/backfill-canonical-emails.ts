import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { canonicalEmail } from '#platform/net/email.ts'

type Incomplete = { client_id: string; scope: string; technical_id: string; email: string }

const lock = statement<never>(`SELECT pg_advisory_xact_lock(hashtextextended('complete log-in addresses', 0))`)

const list = statement<Incomplete>(`
  SELECT client_id, scope, technical_id, email FROM accounts WHERE email IS NOT NULL AND canonical_email IS NULL
  ORDER BY last_login_at DESC NULLS LAST, password_hash IS NULL, created_at, technical_id`)

const complete = statement<
  never,
  { client_id: string; scope: string; technical_id: string; email: string | null; canonical_email: string | null }
>(`
  UPDATE accounts SET email = free.email, canonical_email = free.canonical_email
  FROM (
    SELECT 1 AS rank, $email::text AS email, $canonical_email::text AS canonical_email
    WHERE NOT EXISTS (SELECT FROM accounts WHERE client_id = $client_id AND scope = $scope AND canonical_email = $canonical_email)
    UNION ALL SELECT 2, NULL, NULL ORDER BY rank LIMIT 1
  ) AS free
  WHERE client_id = $client_id AND scope = $scope AND technical_id = $technical_id`)

/**
 * Gives the log-ins of an older version whose domain is in another script the canonical form of their address, which SQL
 * cannot compute. As in the migration, the log-in that was used last keeps an address that several have.
 */
export async function backfillCanonicalEmails(db: Db): Promise<void> {
  if ((await list(db)).length === 0) return
  await db.transaction().execute(async (tx) => {
    await lock(tx)
    for (const { client_id, scope, technical_id, email } of await list(tx)) {
      const canonical = canonicalEmail(email) ?? null
      await complete(tx, {
        client_id,
        scope,
        technical_id,
        email: canonical === null ? null : email,
        canonical_email: canonical,
      })
    }
  })
}
