import type { Client } from '#kernel/work.ts'
import { codedTable, type TranslatedRow } from '#modules/directory/coded-table.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import type { CustomField } from './schemas.ts'

export type CustomFieldRow = TranslatedRow & Pick<CustomField, 'type' | 'values'>

export const customFieldTable = codedTable<CustomFieldRow>('custom_fields', ['localized_names', 'type', 'values'])

const all = statement<CustomFieldRow, [string]>('SELECT * FROM custom_fields WHERE client_id = $1')

/** Every custom field of a client, by its code. */
export async function findCustomFields(db: Db, client: Client): Promise<Map<string, CustomFieldRow>> {
  return new Map((await all(db, client.id)).map((row) => [row.code, row]))
}

const holders = statement<{ count: string }, [string, string, string[] | null]>(`
  SELECT count(*) FROM employees
  WHERE client_id = $1 AND custom_fields ? $2 AND ($3::text[] IS NULL OR custom_fields ->> $2 = ANY ($3))`)

/** How many employees, deleted ones included, have a value of a custom field, or one of these values. */
export async function countHolders(db: Db, client: Client, code: string, values?: string[]): Promise<number> {
  return Number((await holders(db, client.id, code, values ?? null))[0]?.count ?? 0)
}

const rules = statement<{ count: string }, [string, string, string | null]>(`
  SELECT count(*) FROM articles WHERE client_id = $1 AND audience_key IN (
    SELECT audience.key FROM article_audiences audience, jsonb_array_elements(audience.custom_field_rules) AS rule
    WHERE audience.client_id = $1 AND rule ->> 'field' = $2 AND ($3::jsonb IS NULL OR EXISTS (
      SELECT FROM jsonb_array_elements($3::jsonb) AS value WHERE rule -> 'in' @> value)))`)

/** How many articles are for employees with a value of a custom field, or with one of these values. */
export async function articlesForField(db: Db, client: Client, code: string, values?: string[]): Promise<number> {
  return Number((await rules(db, client.id, code, values ? JSON.stringify(values) : null))[0]?.count ?? 0)
}
