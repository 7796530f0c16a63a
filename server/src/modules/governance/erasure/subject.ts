import type { ErasureSubject } from '#kernel/personal-data/eraser.ts'
import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { canonicalEmail } from '#platform/net/email.ts'
import type { DeletionRow, Identity } from './queries.ts'

type Found = {
  technical_id: string
  core_uuid: string
  first_name: string
  last_name: string
  email: string | null
  account_emails: string[]
  numbers: string[]
}

const find = statement<Found, { client_id: string; key: string }>(`
  SELECT employee.technical_id, employee.core_uuid, employee.first_name, employee.last_name, employee.email,
    ARRAY(SELECT account.email FROM accounts account
      WHERE account.client_id = $client_id AND account.employee_key = employee.key AND account.email IS NOT NULL) AS account_emails,
    ARRAY(SELECT registration.employee_number FROM registrations registration
      WHERE registration.client_id = $client_id AND registration.employee_key = employee.key) AS numbers
  FROM employees employee WHERE employee.client_id = $client_id AND employee.key = $key`)

/** By what an employee is found, as the directory has it now. */
export async function identityOf(
  db: Db,
  client: Pick<Client, 'id'>,
  employeeKey: string,
): Promise<Identity | undefined> {
  const [found] = await find(db, { client_id: client.id, key: employeeKey })
  if (!found) return undefined
  const { technical_id, core_uuid, first_name, last_name, email, account_emails, numbers } = found
  const addresses = [...(email === null ? [] : [email]), ...account_emails]
  const emails = [...new Set(addresses.flatMap((one) => [one, canonicalEmail(one) ?? one]))]
  return {
    technical_id,
    core_uuid,
    identifiers: [technical_id, ...numbers.filter((number) => number !== '')],
    names: [`${first_name} ${last_name}`, `${last_name} ${first_name}`, first_name, last_name].filter(
      (name) => name.trim() !== '',
    ),
    emails,
  }
}

type State = { takesVault: boolean; isNeeded: boolean }

/** The person of a request; undefined once the row is gone, and where the request is about something else. */
export async function subjectOf(
  db: Db,
  client: Pick<Client, 'id'>,
  row: Pick<DeletionRow, 'resource_type' | 'employee_key' | 'identity' | 'pseudonym'>,
  { takesVault, isNeeded }: State,
): Promise<ErasureSubject | undefined> {
  if (row.resource_type !== 'employee' || row.employee_key === null) return undefined
  const identity = row.identity ?? (await identityOf(db, client, row.employee_key))
  if (!identity) return undefined
  return {
    employee_key: row.employee_key,
    pseudonym: row.pseudonym ?? identity.technical_id,
    takesVault,
    isNeeded,
    ...identity,
  }
}
