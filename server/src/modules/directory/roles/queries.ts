import { localizedNameSql } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import { codedTable, type TranslatedRow } from '#modules/directory/coded-table.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

export type RoleRow = TranslatedRow & { permissions: string[] }

export const roleTable = codedTable<RoleRow>('roles', ['localized_names', 'permissions'])

const known = statement<{ code: string }, { client_id: string; codes: string[] }>(`
  SELECT code FROM roles WHERE client_id = $client_id AND code = ANY($codes)`)

/** Those of these roles that there are. */
export async function listKnownRoles(db: Db, client: Client, codes: string[]): Promise<Set<string>> {
  return new Set((await known(db, { client_id: client.id, codes: [...new Set(codes)] })).map((row) => row.code))
}

const permissions = statement<{ code: string; permissions: string[] }, { client_id: string; codes: string[] }>(`
  SELECT code, permissions FROM roles WHERE client_id = $client_id AND code = ANY($codes)`)

/** What these roles give, by their code. */
export async function findRolePermissions(db: Db, client: Client, codes: string[]): Promise<Map<string, string[]>> {
  const rows = await permissions(db, { client_id: client.id, codes: [...new Set(codes)] })
  return new Map(rows.map((row) => [row.code, row.permissions]))
}

const names = statement<{ code: string; name: string }, { client_id: string; language: string | null }>(`
  SELECT role.code, ${localizedNameSql('role', '$language')} AS name FROM roles role
  WHERE role.client_id = $client_id ORDER BY 2, 1 LIMIT 1000`)

/** Every role of a client, by its name in a language. */
export function listRoleNames(
  db: Db,
  client: Client,
  language: string | null,
): Promise<{ code: string; name: string }[]> {
  return names(db, { client_id: client.id, language })
}

const holders = statement<{ count: string; some: string[] | null }, { client_id: string; role: string }>(`
  SELECT count(*), (array_agg(technical_id ORDER BY technical_id))[:5] AS some FROM users
  WHERE client_id = $client_id AND key IN (SELECT user_key FROM profiles WHERE client_id = $client_id AND role = $role)`)

const readable = statement<{ count: string }, { client_id: string; code: string }>(`
  SELECT count(*) FROM articles WHERE client_id = $client_id AND audience_key IN (
    SELECT key FROM article_audiences WHERE client_id = $client_id AND $code = ANY (roles))`)

/** How many articles are for managers with a role. */
export async function articlesForRole(db: Db, client: Client, code: string): Promise<number> {
  return Number((await readable(db, { client_id: client.id, code }))[0]?.count ?? 0)
}

/** How many managers have a role, and the first of them. */
export async function holdersOfRole(db: Db, client: Client, code: string): Promise<{ count: number; some: string[] }> {
  const [found] = await holders(db, { client_id: client.id, role: code })
  return { count: Number(found?.count ?? 0), some: found?.some ?? [] }
}
