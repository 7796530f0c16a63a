import { type Static, Type } from 'typebox'
import { TranslatedNames } from '#kernel/languages/localized-names.ts'
import { Name, Times } from '#modules/directory/schemas.ts'
import { NamedObject, OneOf } from '#platform/http/validation/schemas.ts'
import { PERMISSIONS } from './permissions.ts'

export const RoleInput = NamedObject('RoleInput', {
  name: Name,
  permissions: Type.Optional(
    Type.Array(OneOf(PERMISSIONS), {
      maxItems: 200,
      description: '`*`, or `resource:read`, `resource:write`, `resource:*`, `requests:read_all`.',
    }),
  ),
})
export type RoleInput = Static<typeof RoleInput>

export const Role = NamedObject('Role', {
  code: Type.String(),
  name: Type.String(),
  permissions: Type.Array(Type.String()),
  ...Times,
})
export type Role = Static<typeof Role>

export const TranslatedRoleInput = NamedObject('TranslatedRoleInput', {
  ...RoleInput.properties,
  localized_names: Type.Optional(TranslatedNames),
})
export const TranslatedRole = NamedObject('TranslatedRole', {
  ...Role.properties,
  localized_names: TranslatedNames,
})
