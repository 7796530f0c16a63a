import { sql } from 'kysely'
import type { Permission } from '#kernel/access/permission.ts'
import type { Client } from '#kernel/work.ts'
import { isClientWide } from '#modules/directory/grants/held-grants.ts'
import type { Db } from '#platform/db/db.ts'
import { lookup } from '#platform/db/statement.ts'
import { notFound } from '#platform/problem.ts'
import { allowsSql, type DocumentAttributes } from './access-restrictions.ts'
import { asParameters, perimeterCoversIndexed, perimeterOf } from './perimeter.ts'

/** An employee within the perimeter of a manager. */
export type EmployeeForManager = {
  key: string
  technical_id: string
  first_name: string
  last_name: string
  ancestors: number[]
}

/** The employee and the permission that a manager asks for, and the document, if it is about one. */
type SoughtEmployee = {
  manager: string
  technicalId: string
  permission: Permission
  document?: DocumentAttributes | undefined
}

/**
 * An employee with whom the manager may do what `permission` names; anyone else is as if there were nobody. With a document,
 * only by profiles whose access restrictions allow it.
 */
export async function getEmployeeForManager(
  db: Db,
  client: Client,
  { manager, technicalId, permission, document }: SoughtEmployee,
): Promise<EmployeeForManager> {
  const perimeter = await perimeterOf(db, client, { technicalId: manager, permission, document })
  const { rows } = await sql<EmployeeForManager>`
    SELECT key, technical_id, first_name, last_name, to_json(ancestors) AS ancestors FROM employees
    WHERE client_id = ${client.id} AND technical_id = ${technicalId} AND deleted_at IS NULL
      AND ${perimeterCoversIndexed(perimeter, sql`ancestors`)}`.execute(db)
  const [employee] = rows
  if (!employee) throw notFound('employee', technicalId)
  return employee
}

const held = lookup<{ permission: string }, { client_id: string; technical_id: string; ancestors: string }>(`
  SELECT DISTINCT unnest(role.permissions) AS permission FROM users manager
  JOIN profiles profile ON profile.client_id = manager.client_id AND profile.user_key = manager.key
    AND profile.organization_keys && $ancestors::integer[]
  JOIN roles role ON role.client_id = profile.client_id AND role.code = profile.role
  WHERE manager.client_id = $client_id AND manager.technical_id = $technical_id ORDER BY permission`)

/** What the roles of a manager allow for an employee or organizations with these ancestors. */
export async function permissionsAt(db: Db, client: Client, manager: string, ancestors: number[]): Promise<string[]> {
  return (await held(db, { client_id: client.id, technical_id: manager, ancestors: `{${ancestors.join(',')}}` })).map(
    (row) => row.permission,
  )
}

type DocumentPermission = { permission: string; is_client_wide: boolean }

const heldOn = lookup<
  DocumentPermission,
  { client_id: string; technical_id: string; ancestors: string; document_type_id: number | null; filters: string }
>(`
  SELECT given.permission, bool_or(given.is_client_wide) AS is_client_wide FROM (
    SELECT unnest(role.permissions) AS permission, ${isClientWide('profile', '$client_id')} AS is_client_wide
    FROM users manager
    JOIN profiles profile ON profile.client_id = manager.client_id AND profile.user_key = manager.key
      AND profile.organization_keys && $ancestors::integer[]
    JOIN roles role ON role.client_id = profile.client_id AND role.code = profile.role
    WHERE manager.client_id = $client_id AND manager.technical_id = $technical_id
      AND ${allowsSql('profile.access_restrictions', '$document_type_id::integer', '$filters::json')}
  ) AS given GROUP BY given.permission ORDER BY given.permission`)

type DocumentAt = { manager: string; ancestors: number[]; document: DocumentAttributes }

/** The same for a document that is filed there: what the profiles give whose access restrictions allow it. */
export async function permissionsOnDocument(
  db: Db,
  client: Client,
  { manager, ancestors, document }: DocumentAt,
): Promise<{ permissions: string[]; clientWide: string[] }> {
  const rows = await heldOn(db, {
    client_id: client.id,
    technical_id: manager,
    ancestors: `{${ancestors.join(',')}}`,
    ...asParameters(document),
  })
  const named = (some: DocumentPermission[]) => some.map((row) => row.permission)
  return { permissions: named(rows), clientWide: named(rows.filter((row) => row.is_client_wide)) }
}
