import { emit } from '#kernel/events/define-event.ts'
import type { Client, Work } from '#kernel/work.ts'
import { accountUpdated } from '#modules/directory/events.ts'
import { presentAccount } from '#modules/directory/present.ts'
import type { Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { canonicalEmail } from '#platform/net/email.ts'
import { type AccountOwner, findAccount, findContactEmail } from './queries.ts'
import type { Scope } from './schemas.ts'

/** A deleted employee does not reserve an address; after a restore the log-in has none until one is set. */
const release = statement<never, { client_id: string; scope: Scope; canonical_email: string }>(`
  UPDATE accounts account SET email = NULL, canonical_email = NULL
  FROM employees employee
  WHERE account.client_id = $client_id AND account.scope = $scope AND account.canonical_email = $canonical_email
    AND employee.client_id = $client_id AND employee.key = account.employee_key AND employee.deleted_at IS NOT NULL
    AND employee.erased_at IS NULL`)

const holder = statement<{ technical_id: string }, { client_id: string; scope: Scope; canonical_email: string }>(`
  SELECT technical_id FROM accounts WHERE client_id = $client_id AND scope = $scope AND canonical_email = $canonical_email`)

/** Two who want one address at the same moment come one after the other. */
const lockAddress = statement<never, { client_id: string; scope: Scope; canonical_email: string }>(`
  SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'log-in address', $client_id::text, $scope::text, $canonical_email::text), 0))`)

/** Whether another log-in of the same kind has this address. An address names one employee and one manager at most. */
export async function isAddressTaken(
  tx: Tx,
  client: Client,
  { scope, technicalId }: AccountOwner,
  canonical: string,
): Promise<boolean> {
  await lockAddress(tx, { client_id: client.id, scope, canonical_email: canonical })
  await release(tx, { client_id: client.id, scope, canonical_email: canonical })
  return (await holder(tx, { client_id: client.id, scope, canonical_email: canonical })).some(
    (one) => one.technical_id !== technicalId,
  )
}

/**
 * The address that a new log-in starts with: the contact address of the person, unless another log-in has it already.
 * Undefined when the person does not exist.
 */
export async function findFirstAddress({ tx, client }: Work, owner: AccountOwner): Promise<string | null | undefined> {
  const email = await findContactEmail(tx, client, owner)
  const canonical = email ? canonicalEmail(email) : undefined
  if (!email || canonical === undefined) return email === undefined ? undefined : null
  return (await isAddressTaken(tx, client, owner, canonical)) ? null : email
}

const unused = statement<
  { technical_id: string },
  { client_id: string; scope: Scope; technical_ids: readonly string[] }
>(`
  SELECT technical_id FROM accounts
  WHERE client_id = $client_id AND scope = $scope AND technical_id = ANY ($technical_ids) AND password_hash IS NULL AND last_login_at IS NULL
  ORDER BY technical_id`)

const follow = statement<
  { technical_id: string },
  {
    client_id: string
    scope: Scope
    technical_id: string
    email: string | null
    canonical_email: string | null
    updated_at: Date
  }
>(`
  UPDATE accounts SET email = $email, canonical_email = $canonical_email, updated_at = $updated_at, invited_at = NULL
  WHERE client_id = $client_id AND scope = $scope AND technical_id = $technical_id AND password_hash IS NULL AND last_login_at IS NULL
    AND email IS DISTINCT FROM $email
  RETURNING technical_id`)

/**
 * Until its first use, a log-in follows the contact address of its person, so that a mistake can be corrected before the
 * invitation is answered. From then on a change of contact data leaves it alone.
 */
export async function followContact(work: Work, scope: Scope, technicalIds: readonly string[]): Promise<void> {
  if (technicalIds.length === 0) return
  for (const { technical_id: technicalId } of await unused(work.tx, {
    client_id: work.client.id,
    scope,
    technical_ids: technicalIds,
  })) {
    const owner = { scope, technicalId }
    const email = (await findFirstAddress(work, owner)) ?? null
    const canonical = email === null ? null : (canonicalEmail(email) ?? null)
    const moved = await follow(work.tx, {
      client_id: work.client.id,
      scope,
      technical_id: technicalId,
      email,
      canonical_email: canonical,
      updated_at: work.now,
    })
    const account = moved.length > 0 ? await findAccount(work.tx, work.client, owner) : undefined
    if (account) emit(work, accountUpdated, presentAccount(account))
  }
}
