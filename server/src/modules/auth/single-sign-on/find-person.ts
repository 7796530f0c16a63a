import type { AccountOwner, Scope } from '#modules/directory/index.ts'
import type { Db } from '#platform/db/db.ts'
import { lookup } from '#platform/db/statement.ts'
import { canonicalEmail } from '#platform/net/email.ts'

/** A client that has a person with a technical id, with the roles of that person: employee, manager or both. */
export type Candidate = {
  id: string
  languages: string[]
  sealed_shared_token: string
  scopes: Scope[]
}

/** The clients that have a person with this technical id who is not deleted. */
export const listCandidates = lookup<Candidate, { technical_id: string }>(`
  SELECT client.id, client.languages, client.sealed_shared_token, array_agg(person.scope) AS scopes
  FROM (
    SELECT client_id, 'employee' AS scope FROM employees
    WHERE client_id = ANY (ARRAY(SELECT id FROM clients)) AND technical_id = $technical_id AND deleted_at IS NULL
    UNION ALL
    SELECT client_id, 'manager' FROM users
    WHERE client_id = ANY (ARRAY(SELECT id FROM clients)) AND technical_id = $technical_id
  ) AS person JOIN clients client ON client.id = person.client_id
  GROUP BY client.id, client.languages, client.sealed_shared_token`)

type Person = { scope: Scope; technical_id: string }

const byTechnicalId = lookup<Person, { client_id: string; technical_id: string }>(`
  SELECT 'employee' AS scope, technical_id FROM employees
  WHERE client_id = $client_id AND technical_id = $technical_id AND deleted_at IS NULL
  UNION ALL SELECT 'manager', technical_id FROM users WHERE client_id = $client_id AND technical_id = $technical_id`)

/** The address of the log-in and never contact data, which others may write. Those without a log-in are not found. */
const byEmail = lookup<Person, { client_id: string; canonical_email: string }>(`
  SELECT account.scope, account.technical_id FROM accounts account
  LEFT JOIN employees employee ON employee.client_id = account.client_id AND employee.key = account.employee_key
  WHERE account.client_id = $client_id AND account.canonical_email = $canonical_email AND employee.deleted_at IS NULL`)

/**
 * The person that an identity provider identified. Undefined if several match: a wrong guess would log in as another
 * person.
 */
export async function findPerson(
  db: Db,
  clientId: string,
  { matchBy, value, next }: { matchBy: 'email' | 'technical_id'; value: string; next: string },
): Promise<AccountOwner | undefined> {
  const people =
    matchBy === 'email'
      ? await listByEmail(db, clientId, value)
      : await byTechnicalId(db, { client_id: clientId, technical_id: value })
  const scope = scopeFor(
    people.map((one) => one.scope),
    next,
  )
  const [person, ...others] = people.filter((one) => one.scope === scope)
  return person && others.length === 0 ? { scope: person.scope, technicalId: person.technical_id } : undefined
}

async function listByEmail(db: Db, clientId: string, email: string): Promise<Person[]> {
  const canonical = canonicalEmail(email)
  return canonical === undefined ? [] : byEmail(db, { client_id: clientId, canonical_email: canonical })
}

const FOR_MANAGERS = /^\/(?:portal\/(?:manager|admin)|api\/v1\/url\/manager)(?:[/?#]|$)/

/** The role to log in with, for a person who is both: manager for pages of managers, employee for all others. */
export function scopeFor(scopes: readonly Scope[], next: string): Scope | undefined {
  const wanted = FOR_MANAGERS.test(next) ? 'manager' : 'employee'
  return scopes.includes(wanted) ? wanted : scopes[0]
}
