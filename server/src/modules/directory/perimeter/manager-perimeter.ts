import type { Permission } from '#kernel/access/permission.ts'
import { covers } from '#kernel/access/permission.ts'
import type { SessionPerson } from '#kernel/access/session-person.ts'
import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { lookup } from '#platform/db/statement.ts'
import type { EmployeePerimeter } from './employees-in-perimeter.ts'
import { perimeterOf } from './perimeter.ts'

/** Who a manager is, and where they may do something: everywhere, when they may do it for the whole client. */
export type ManagerPerimeter = { userKey: string; perimeter: EmployeePerimeter }

const findKey = lookup<{ key: string }, { client_id: string; technical_id: string }>(`
  SELECT key::text FROM users WHERE client_id = $client_id AND technical_id = $technical_id`)

export async function findUserKey(db: Db, client: Client, technicalId: string): Promise<string | undefined> {
  return (await findKey(db, { client_id: client.id, technical_id: technicalId }))[0]?.key
}

export async function managerPerimeter(
  db: Db,
  client: Client,
  { technical_id, admin_permissions }: Pick<SessionPerson, 'technical_id' | 'admin_permissions'>,
  permission: Permission,
): Promise<ManagerPerimeter> {
  const [userKey, perimeter] = await Promise.all([
    findUserKey(db, client, technical_id),
    covers(admin_permissions, permission)
      ? ('everything' as const)
      : perimeterOf(db, client, { technicalId: technical_id, permission }),
  ])
  // A manager who was deleted meanwhile has an empty perimeter.
  return { userKey: userKey ?? '0', perimeter: userKey === undefined ? { organizationKeys: [] } : perimeter }
}
