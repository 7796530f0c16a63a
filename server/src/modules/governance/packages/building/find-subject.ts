import type { DataSubject } from '#kernel/personal-data/data-subject.ts'
import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { lookup } from '#platform/db/statement.ts'

/** The employee of a package, with what its pages are addressed with. */
export type PackageSubject = DataSubject & {
  first_name: string
  last_name: string
  email: string | null
  language: string | null
}

const COLUMNS = `
  SELECT key AS employee_key, technical_id, core_uuid, first_name, last_name, email, language FROM employees`

const byKey = lookup<PackageSubject, { client_id: string; key: string }>(
  `${COLUMNS} WHERE client_id = $client_id AND key = $key::bigint`,
)
const byTechnicalId = lookup<PackageSubject, { client_id: string; technical_id: string }>(
  `${COLUMNS} WHERE client_id = $client_id AND technical_id = $technical_id`,
)

/** An employee by the key, deleted or not. */
export async function getSubject(db: Db, client: Client, key: string): Promise<PackageSubject> {
  const [found] = await byKey(db, { client_id: client.id, key })
  if (!found) throw new Error('The employee of an access package does not exist.')
  return found
}

/** An employee by the technical id. A soft-deleted one is known: the data is still kept. */
export async function findSubject(db: Db, client: Client, technicalId: string): Promise<PackageSubject | undefined> {
  return (await byTechnicalId(db, { client_id: client.id, technical_id: technicalId }))[0]
}
