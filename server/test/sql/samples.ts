import { lookup, statement } from '#platform/db/statement.ts'

/* Statements whose claims are right or wrong; `check-statements.test.ts` says which. */

export const right = lookup<
  { id: string; languages: string[]; is_active: boolean; employees: string; kind: 'a' | 'b' | null; last: Date | null },
  { id: string; kind: 'a' | 'b' | null }
>(`
  SELECT id, languages, is_active, (SELECT count(*) FROM employees WHERE client_id = clients.id) AS employees,
    $kind::text AS kind, (SELECT max(created_at) FROM employees WHERE client_id = clients.id) AS last
  FROM clients WHERE id = $id`)

export const rightByRules = statement<
  { name: string; first: string; has: boolean; ids: string[]; passed: string },
  { ids: string[] }
>(`
  SELECT coalesce(account.email, '') AS name, employee.first_name || '!' AS first,
    EXISTS (SELECT FROM users) AS has, ARRAY(SELECT id FROM clients) AS ids, passed
  FROM employees employee LEFT JOIN accounts account ON account.employee_key = employee.key, unnest($ids::text[]) AS passed`)

export const wrongName = statement<{ id: string; title: string }>('SELECT id, name FROM clients')

export const wrongType = statement<{ created_at: string; key: number }>('SELECT created_at, key FROM employees')

export const nullableColumn = statement<{ email: string }>('SELECT email FROM accounts')

export const nullableByJoin = statement<{ last_name: string }>(`
  SELECT employee.last_name FROM accounts account LEFT JOIN employees employee ON employee.key = account.employee_key`)

export const nullableExpression = statement<{ last: Date; code: string; text: string }, { text: string | null }>(`
  SELECT max(created_at) AS last, (SELECT code FROM roles LIMIT 1) AS code, $text::text AS text FROM employees`)

export const wrongParameters = statement<{ id: string }, { id: string; name: string }>(
  'SELECT id FROM clients WHERE id = $id AND languages = $languages',
)

export const refused = statement<{ id: string }>('SELECT id FROM no_such_table')

export function neverDefined() {
  return statement<{ id: string }>('SELECT id FROM clients')
}
