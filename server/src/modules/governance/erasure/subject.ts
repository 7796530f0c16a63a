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

/** By what an employee is found, now and in what was written down before: names and addresses change. */
export async function identityOf(
  db: Db,
  client: Pick<Client, 'id'>,
  employeeKey: string,
): Promise<Identity | undefined> {
  const [found] = await find(db, { client_id: client.id, key: employeeKey })
  if (!found) return undefined
  const { technical_id, core_uuid, first_name, last_name, email, account_emails, numbers } = found
  const former = await formerOf(db, client, technical_id)
  const addresses = [...(email === null ? [] : [email]), ...account_emails, ...former.emails]
  const shared = await sharedAddresses(db, client, { key: employeeKey, addresses })
  const own = addresses.filter((one) => !shared.has(one.toLowerCase()))
  return {
    technical_id,
    core_uuid,
    identifiers: unique([technical_id, ...numbers, ...former.numbers]),
    names: unique([namesOf(first_name, last_name), ...former.names.map(([one, other]) => namesOf(one, other))].flat()),
    emails: unique(own.flatMap((one) => [one, canonicalEmail(one) ?? one])),
    isIdShared: await isIdOfManager(db, client, technical_id),
  }
}

const unique = (texts: readonly string[]) => [...new Set(texts.filter((text) => text.trim() !== ''))]
const namesOf = (first: string, last: string) => [`${first} ${last}`, `${last} ${first}`, first, last]

type Former = { names: [string, string][]; emails: string[]; numbers: string[] }

const findFormer = statement<{ data: Partial<PersonSaid> }, { client_id: string; technical_id: string }>(`
  SELECT event.data FROM events event
  WHERE event.client_id = $client_id AND event.resource_id <> '' AND (
    event.resource_id = $technical_id AND event.type LIKE 'employee.%'
    OR event.resource_id = 'employee:' || $technical_id AND event.type LIKE 'account.%')`)

type PersonSaid = {
  core_uuid: string
  first_name: string
  last_name: string
  email: string | null
  registrations: { employee_number: string }[]
}

/** What the events of the person say: until they are rewritten, they know what the directory has forgotten. */
async function formerOf(db: Db, { id: client_id }: { id: string }, technical_id: string): Promise<Former> {
  const said = (await findFormer(db, { client_id, technical_id })).map(({ data }) => data)
  return {
    names: said.map(({ first_name = '', last_name = '' }) => [first_name, last_name]),
    emails: said.flatMap(({ email }) => (email ? [email] : [])),
    numbers: said.flatMap(({ registrations = [] }) => registrations.map(({ employee_number }) => employee_number)),
  }
}

type Addresses = { client_id: string; key: string; addresses: string[] }

const findShared = statement<{ email: string | null }, Addresses>(`
  SELECT lower(email) AS email FROM users WHERE client_id = $client_id AND lower(email) = ANY ($addresses)
  UNION SELECT lower(email) FROM employees
    WHERE client_id = $client_id AND lower(email) = ANY ($addresses) AND key <> $key AND erased_at IS NULL
  UNION SELECT lower(email) FROM accounts
    WHERE client_id = $client_id AND lower(email) = ANY ($addresses) AND employee_key IS DISTINCT FROM $key::bigint`)

/** An address that somebody else has today, as families and offices do, tells of nobody. */
async function sharedAddresses(
  db: Db,
  { id: client_id }: { id: string },
  { key, addresses }: { key: string; addresses: readonly string[] },
): Promise<Set<string>> {
  const lower = addresses.map((one) => one.toLowerCase())
  return new Set((await findShared(db, { client_id, key, addresses: lower })).flatMap(({ email }) => email ?? []))
}

const findManager = statement<{ is_shared: boolean }, { client_id: string; technical_id: string }>(`
  SELECT EXISTS (SELECT FROM users WHERE client_id = $client_id AND technical_id = $technical_id)
    OR EXISTS (SELECT FROM events WHERE client_id = $client_id AND resource_id = $technical_id AND resource_id <> ''
      AND type LIKE 'user.%') AS is_shared`)

/** Ids of employees and of managers are name spaces of their own. */
async function isIdOfManager(db: Db, { id: client_id }: { id: string }, technical_id: string): Promise<boolean> {
  return (await findManager(db, { client_id, technical_id }))[0]?.is_shared === true
}

/** What was known before and what is known now, where the directory has the pseudonym since. */
export function knownOf(before: Identity | null, now: Identity | undefined): Identity | null {
  if (!before || !now) return before ?? now ?? null
  const both = (part: 'identifiers' | 'names' | 'emails') => unique([...before[part], ...now[part]])
  return { ...before, identifiers: both('identifiers'), names: both('names'), emails: both('emails') }
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
    isIdShared: false,
    ...identity,
  }
}
