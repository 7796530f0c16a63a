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

/** The SQL that makes one of a row of employees or managers. */
export function personSql(row: string): string {
  return `json_build_object('technical_id', ${row}.technical_id, 'first_name', ${row}.first_name,
    'last_name', ${row}.last_name, 'email', coalesce(${row}.email, ''))`
}
