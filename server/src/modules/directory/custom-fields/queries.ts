import type { Client } from '#kernel/work.ts'
import { codedTable, type TranslatedRow } from '#modules/directory/coded-table.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import type { CustomField } from './schemas.ts'

export type CustomFieldRow = TranslatedRow & Pick<CustomField, 'type' | 'values'>

export const customFieldTable = codedTable<CustomFieldRow>('custom_fields', ['localized_names', 'type', 'values'])

const all = statement<CustomFieldRow, { client_id: string }>(`
  SELECT code, name, localized_names, type, values, created_at, updated_at FROM custom_fields WHERE client_id = $client_id`)

/** Every custom field of a client, by its code. */
export async function findCustomFields(db: Db, client: Client): Promise<Map<string, CustomFieldRow>> {
  return new Map((await all(db, { client_id: client.id })).map((row) => [row.code, row]))
}

const holders = statement<{ count: string }, { client_id: string; code: string; values: string[] | null }>(`
  SELECT count(*) FROM employees
  WHERE client_id = $client_id AND custom_fields ? $code AND ($values::text[] IS NULL OR custom_fields ->> $code = ANY ($values))`)

/** How many employees, deleted ones included, have a value of a custom field, or one of these values. */
export async function countHolders(db: Db, client: Client, code: string, values?: string[]): Promise<number> {
  return Number((await holders(db, { client_id: client.id, code, values: values ?? null }))[0]?.count ?? 0)
}

const policies = statement<{ count: string }, { client_id: string; code: string }>(`
  SELECT count(*) FROM retention_policies WHERE client_id = $client_id AND (
    custom_fields ? $code OR trigger_event = 'employee_custom_field' AND trigger_code = $code)`)

/** How many retention policies ask for a custom field. */
export async function policiesForField(db: Db, client: Client, code: string): Promise<number> {
  return Number((await policies(db, { client_id: client.id, code }))[0]?.count ?? 0)
}

const rules = statement<{ count: string }, { client_id: string; code: string; values: string | null }>(`
  SELECT count(*) FROM articles WHERE client_id = $client_id AND audience_key IN (
    SELECT audience.key FROM article_audiences audience, jsonb_array_elements(audience.custom_field_rules) AS rule
    WHERE audience.client_id = $client_id AND rule ->> 'field' = $code AND ($values::jsonb IS NULL OR EXISTS (
      SELECT FROM jsonb_array_elements($values::jsonb) AS value WHERE rule -> 'in' @> value)))`)

/** How many articles are for employees with a value of a custom field, or with one of these values. */
export async function articlesForField(db: Db, client: Client, code: string, values?: string[]): Promise<number> {
  return Number(
    (await rules(db, { client_id: client.id, code, values: values ? JSON.stringify(values) : null }))[0]?.count ?? 0,
  )
}
