import type { Permission } from '#kernel/access/permission.ts'
import { issuedFor } from '#kernel/access/permission.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

/** More would be a circular, not a notice. */
const MOST = 50

const list = statement<{ email: string }, { client_id: string; permission: string[]; limit: number }>(`
  SELECT DISTINCT manager.email FROM roles role
  JOIN profiles profile ON profile.client_id = role.client_id AND profile.role = role.code
  JOIN users manager ON manager.client_id = profile.client_id AND manager.key = profile.user_key
  WHERE role.client_id = $client_id AND role.permissions && $permission ORDER BY manager.email LIMIT $limit`)

/** The addresses of managers who hold `permission` in any organization. */
export async function listManagerEmails(db: Db, clientId: string, permission: Permission): Promise<string[]> {
  return (await list(db, { client_id: clientId, permission: issuedFor(permission), limit: MOST })).map(
    ({ email }) => email,
  )
}
