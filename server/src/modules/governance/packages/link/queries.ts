import type { Tx } from '#platform/db/db.ts'
import { lookup, statement } from '#platform/db/statement.ts'

/** So many wrong codes end a link, and so many codes are mailed for one. */
export const MAX_WRONG_CODES = 10
export const MAX_CODES = 10

/** Whose link it is. */
export type LinkHolder = {
  client_id: string
  client_name: string
  languages: string[]
  package_id: string
  employee_language: string | null
  recipient: string
  status: string
  size: string | null
  expires_at: Date
  visit_hash: Buffer | null
  visit_expires_at: Date | null
}

export const findLink = lookup<LinkHolder, { client_id: string; link_hash: Buffer }>(`
  SELECT link.client_id, client.name AS client_name, client.languages, link.package_id, employee.language AS employee_language,
    link.recipient, package.status, package.size, package.expires_at, link.visit_hash, link.visit_expires_at
  FROM access_package_links link
  JOIN clients client ON client.id = $client_id AND client.is_active
  JOIN access_packages package ON package.client_id = $client_id AND package.id = link.package_id
  JOIN employees employee ON employee.client_id = $client_id AND employee.key = package.employee_key
  WHERE link.client_id = $client_id AND link.link_hash = $link_hash AND link.wrong_codes < ${MAX_WRONG_CODES}`)

type LinkRef = { client_id: string; package_id: string }

type NewLink = LinkRef & { link_hash: Buffer; recipient: string; created_at: Date }
/** Of two links for a package the later one counts. */
export const putLink = statement<never, NewLink>(`
  INSERT INTO access_package_links (client_id, package_id, link_hash, recipient, created_at)
  VALUES ($client_id, $package_id, $link_hash, $recipient, $created_at)
  ON CONFLICT (client_id, package_id) DO UPDATE SET link_hash = excluded.link_hash, recipient = excluded.recipient,
    created_at = excluded.created_at, code_hash = NULL, code_expires_at = NULL, codes_sent = 0, wrong_codes = 0,
    visit_hash = NULL, visit_expires_at = NULL`)

/** Takes one of the codes that may be mailed; none is left when it answers nothing. */
export const takeCode = statement<{ codes_sent: number }, LinkRef>(`
  UPDATE access_package_links SET codes_sent = codes_sent + 1
  WHERE client_id = $client_id AND package_id = $package_id AND codes_sent < ${MAX_CODES} RETURNING codes_sent`)

/** The code that counts from now on, and where it goes. */
export const storeCode = statement<{ recipient: string }, LinkRef & { code_hash: Buffer; code_expires_at: Date }>(`
  UPDATE access_package_links SET code_hash = $code_hash, code_expires_at = $code_expires_at
  WHERE client_id = $client_id AND package_id = $package_id AND wrong_codes < ${MAX_WRONG_CODES} RETURNING recipient`)

/** Counts a try as a wrong one and reads the code in one statement, so that calls at once have no more tries than others. */
export const countTry = statement<{ code_hash: Buffer }, LinkRef & { now: Date }>(`
  UPDATE access_package_links SET wrong_codes = wrong_codes + 1
  WHERE client_id = $client_id AND package_id = $package_id AND wrong_codes < ${MAX_WRONG_CODES}
    AND code_hash IS NOT NULL AND code_expires_at > $now
  RETURNING code_hash`)

type Begun = LinkRef & { code_hash: Buffer; visit_hash: Buffer; visit_expires_at: Date }
const useCode = statement<{ package_id: string }, Begun>(`
  UPDATE access_package_links
  SET code_hash = NULL, code_expires_at = NULL, visit_hash = $visit_hash, visit_expires_at = $visit_expires_at,
    wrong_codes = wrong_codes - 1
  WHERE client_id = $client_id AND package_id = $package_id AND code_hash = $code_hash RETURNING package_id`)

/** Ends the code with the visit that it opens; its try was no wrong one. False when another call has used it. */
export async function beginVisit(tx: Tx, begun: Begun): Promise<boolean> {
  return (await useCode(tx, begun)).length > 0
}
