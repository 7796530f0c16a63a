import { type Static, Type } from 'typebox'
import { NamedObject } from '#platform/http/validation/schemas.ts'

/** A person as other resources refer to them. */
export const Person = NamedObject('Person', {
  technical_id: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Type.String({ description: 'Empty when none is known.' }),
})
export type Person = Static<typeof Person>

/**
 * The SQL that shows an employee by the key: the pseudonym of one who was erased, null for one who was deleted. The statement
 * names the client `$client_id`.
 */
export const employeeSql = (key: string) => `coalesce(
      (SELECT ${personSql('one')} FROM employees one
       WHERE one.client_id = $client_id AND one.key = ${key} AND one.deleted_at IS NULL),
      (SELECT json_build_object('technical_id', erased.pseudonym, 'first_name', '', 'last_name', '', 'email', '')
       FROM erased_employees erased WHERE erased.client_id = $client_id AND erased.key = ${key}))`

/** The SQL that makes one of a row of employees or managers. */
export function personSql(row: string): string {
  return `json_build_object('technical_id', ${row}.technical_id, 'first_name', ${row}.first_name,
    'last_name', ${row}.last_name, 'email', coalesce(${row}.email, ''))`
}
