import { emit } from '#kernel/events/define-event.ts'
import { forgetRevoked } from '#kernel/resources/revocations.ts'
import type { Client, Work } from '#kernel/work.ts'
import { endLinkOf } from '#modules/directory/account-links/link-accounts.ts'
import { accountDeleted, employeeDeleted } from '#modules/directory/events.ts'
import { presentAccount, presentEmployee } from '#modules/directory/present.ts'
import { accountId, LOG_IN } from '#modules/directory/revocation-kinds.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { EMPLOYEE_COLUMNS, type EmployeeRow } from './queries.ts'

type Ref = { client_id: string; key: string }

const lock = statement<object, Ref>('SELECT FROM employees WHERE client_id = $client_id AND key = $key FOR UPDATE')
const find = statement<EmployeeRow & { erased_at: Date | null }, Ref>(`
  SELECT ${EMPLOYEE_COLUMNS}, employee.erased_at FROM employees employee
  WHERE employee.client_id = $client_id AND employee.key = $key`)

const restrict = statement<never, Ref & { pseudonym: string; now: Date }>(`
  UPDATE employees SET technical_id = $pseudonym, search_text = '', sort_name = '', sort_first_name = '', erased_at = $now,
    deleted_at = coalesce(deleted_at, $now), updated_at = $now
  WHERE client_id = $client_id AND key = $key`)

const remember = statement<never, Ref & { pseudonym: string; now: Date }>(`
  INSERT INTO erased_employees (client_id, key, pseudonym, erased_at) VALUES ($client_id, $key, $pseudonym, $now)
  ON CONFLICT (client_id, key) DO NOTHING`)

type LogIn = {
  scope: 'employee'
  technical_id: string
  email: string | null
  canonical_email: string | null
  password_hash: string | null
  is_active: boolean
  credential_version: string
  last_login_at: Date | null
  created_at: Date
  updated_at: Date
}

const removeLogIn = statement<LogIn, Ref>(`
  DELETE FROM accounts WHERE client_id = $client_id AND employee_key = $key
  RETURNING scope, technical_id, email, canonical_email, password_hash, is_active, credential_version, last_login_at,
    created_at, updated_at`)

const keepLogIn = statement<never, Ref & Omit<LogIn, 'scope' | 'credential_version'>>(`
  INSERT INTO accounts (client_id, scope, technical_id, employee_key, email, canonical_email, password_hash, is_active,
    last_login_at, created_at, updated_at)
  VALUES ($client_id, 'employee', $technical_id, $key, $email, $canonical_email, $password_hash, $is_active, $last_login_at,
    $created_at, $updated_at)`)

/**
 * Takes an employee who is being erased out of all lists, searches and log-ins, for good, and frees the id. A log-in that is
 * kept opens the vault alone.
 */
export async function restrictEmployee(
  work: Work,
  { key, pseudonym, keepsLogIn }: { key: string; pseudonym: string; keepsLogIn: boolean },
): Promise<void> {
  const { tx, client, now } = work
  const row = await lockByKey(tx, client, key)
  if (!row || row.erased_at) return
  const owner = { scope: 'employee' as const, technicalId: row.technical_id }
  await endLinkOf(work, owner)
  const [logIn] = await removeLogIn(tx, { client_id: client.id, key })
  await forgetRevoked(work, LOG_IN, [accountId(owner)])
  if (logIn) emit(work, accountDeleted, presentAccount({ ...logIn, linked_to: null }))
  if (!row.deleted_at) emit(work, employeeDeleted, presentEmployee({ ...row, updated_at: now, deleted_at: now }))
  await restrict(tx, { client_id: client.id, key, pseudonym, now })
  await remember(tx, { client_id: client.id, key, pseudonym, now })
  if (logIn && keepsLogIn) {
    const { email, canonical_email, password_hash, is_active, last_login_at, created_at } = logIn
    const kept = { email, canonical_email, password_hash, is_active, last_login_at, created_at, updated_at: now }
    await keepLogIn(tx, { client_id: client.id, key, technical_id: pseudonym, ...kept })
  }
}

async function lockByKey(tx: Tx, client: Client, key: string) {
  await lock(tx, { client_id: client.id, key })
  return (await find(tx, { client_id: client.id, key }))[0]
}

/** The row, where an evaluation asks what would go. */
export async function findEmployeeByKey(db: Db, client: Pick<Client, 'id'>, key: string) {
  return (await find(db, { client_id: client.id, key }))[0]
}
