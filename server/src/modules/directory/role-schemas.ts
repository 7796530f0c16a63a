import { type Static, Type } from 'typebox'
import { OneOf } from '#platform/http/schemas.ts'
import { PERMISSIONS } from './permissions.ts'
import { Name, Times } from './schemas.ts'

export const RoleInput = Type.Object({
  name: Name,
  permissions: Type.Optional(
    Type.Array(OneOf(PERMISSIONS), {
      maxItems: 200,
      description: '`*`, or `resource:read`, `resource:write`, `resource:*`, `requests:read_all`.',
    }),
  ),
})
export type RoleInput = Static<typeof RoleInput>

export const Role = Type.Object({
  code: Type.String(),
  name: Type.String(),
  permissions: Type.Array(Type.String()),
  ...Times,
})
export type Role = Static<typeof Role>
