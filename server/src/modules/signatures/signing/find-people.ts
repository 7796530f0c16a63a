import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

export type NamedPerson = {
  type: 'user' | 'employee'
  technical_id: string
  key: string
  first_name: string
  last_name: string
}

const find = statement<NamedPerson, { client_id: string; users: string[]; employees: string[] }>(`
  SELECT 'user' AS type, technical_id, key, first_name, last_name FROM users
  WHERE client_id = $client_id AND technical_id = ANY ($users)
  UNION ALL
  SELECT 'employee', technical_id, key, first_name, last_name FROM employees
  WHERE client_id = $client_id AND technical_id = ANY ($employees) AND deleted_at IS NULL`)

/** The managers and employees of these technical ids. */
export async function findPeople(
  db: Db,
  client: Client,
  { users, employees }: { users: string[]; employees: string[] },
): Promise<NamedPerson[]> {
  return users.length + employees.length === 0 ? [] : find(db, { client_id: client.id, users, employees })
}
