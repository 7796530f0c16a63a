import { type Static, Type } from 'typebox'
import { Cursor, NamedObject, PerPage, Text, Timestamp } from '#platform/http/validation/schemas.ts'

/** That documents of an employee reach the employee's vault. */
export const VaultLink = NamedObject('VaultLink', {
  id: Type.String({ format: 'uuid' }),
  employee_technical_id: Type.String(),
  created_at: Timestamp(),
})
export type VaultLink = Static<typeof VaultLink>

export const VaultLinkInput = NamedObject('VaultLinkInput', {
  employee_technical_id: Text({ minLength: 1, maxLength: 50 }),
})

export const ListVaultLinksQuery = Type.Object({
  employee_technical_id: Type.Optional(Text({ maxLength: 50, description: 'The link of this employee.' })),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListVaultLinksQuery = Static<typeof ListVaultLinksQuery>

export const VaultLinkParams = Type.Object({ id: Text({ maxLength: 200 }) })
