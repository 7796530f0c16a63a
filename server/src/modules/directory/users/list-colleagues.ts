import { type RawBuilder, sql } from 'kysely'
import type { Permission } from '#kernel/access/permission.ts'
import { issuedFor } from '#kernel/access/permission.ts'
import type { Client } from '#kernel/work.ts'
import { type Person, personSql } from '#modules/directory/people/person.ts'
import type { Perimeter } from '#modules/directory/perimeter/perimeter.ts'
import type { Db } from '#platform/db/db.ts'
import { containing } from '#platform/db/like.ts'

type Wanted = { permission: Permission; q: string | undefined; limit: number }

/** Managers, by name, who hold `permission` in at least a part of this perimeter; without a perimeter, anywhere. */
export async function listColleagues(
  db: Db,
  client: Client,
  perimeter: Perimeter | undefined,
  { permission, q, limit }: Wanted,
): Promise<Person[]> {
  const conditions = [sql`manager.client_id = ${client.id}`, mayDo(client, permission, perimeter)]
  if (q !== undefined && q.trim() !== '') conditions.push(sql`manager.search_text LIKE ${containing(q.trim())}`)
  const { rows } = await sql<{ person: Person }>`
    SELECT ${sql.raw(personSql('manager'))} AS person FROM users manager
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY manager.sort_name, manager.key LIMIT ${limit}`.execute(db)
  return rows.map((row) => row.person)
}

/** Two perimeters meet where an organization lies in both. */
function mayDo(client: Client, permission: Permission, perimeter: Perimeter | undefined): RawBuilder<unknown> {
  const meets = perimeter
    ? sql`AND EXISTS (SELECT FROM organizations organization WHERE organization.client_id = ${client.id}
        AND organization.ancestors && profile.organization_keys AND organization.ancestors && ${`{${perimeter.organizationKeys.join(',')}}`}::integer[])`
    : sql``
  return sql`EXISTS (SELECT FROM profiles profile
    JOIN roles role ON role.client_id = profile.client_id AND role.code = profile.role
      AND role.permissions && ${issuedFor(permission)}::text[]
    WHERE profile.client_id = ${client.id} AND profile.user_key = manager.key ${meets})`
}
