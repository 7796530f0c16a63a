import { useState } from 'react'
import type { Role } from '#features/directory/directory.api.ts'
import {
  type Action,
  actionsOf,
  expandPermissions,
  RESOURCES,
  type Resource,
} from '#features/directory/role-permissions.ts'
import { covers, isEverything } from '#kernel/session/permissions.ts'
import { toggled } from '#ui/table/selection.ts'

/** What would change in a role. */
export type RoleChange = { gains: string[]; loses: string[]; permissions: string[] }

type SavedRole = Pick<Role, 'code' | 'permissions'>
/** The permissions that roles would have, by the code of the role. */
export type RoleDrafts = ReadonlyMap<string, ReadonlySet<string>>

/** Changes to roles that are not saved yet, by the code of the role. */
export function useRoleDrafts(roles: Role[]) {
  const [drafts, setDrafts] = useState<RoleDrafts>(new Map())
  const now = (role: Role) => permissionsIn(drafts, role)
  const put = (role: Role, wanted: ReadonlySet<string>) => setDrafts((old) => withWanted(old, role, wanted))

  return {
    discard: (code: string) => setDrafts((old) => without(old, code)),
    isGiven: (role: Role, resource: Resource, action: Action) => covers([...now(role)], `${resource}:${action}`),
    isEverything: (role: Role) => isEverything([...now(role)]),
    toggle: (role: Role, permission: string) => put(role, toggled(now(role), permission)),
    setEverything: (role: Role, isWanted: boolean) => put(role, isWanted ? new Set(['*']) : allButNew()),
    changeOf: (role: Role) => changeIn(drafts, role),
    changed: roles.filter(({ code }) => drafts.has(code)),
  }
}

/** The permissions that a role would have. */
export function permissionsIn(drafts: RoleDrafts, { code, permissions }: SavedRole): ReadonlySet<string> {
  return drafts.get(code) ?? expandPermissions(permissions)
}

/** With what a role is to have; no draft is left of a role that has just that. */
export function withWanted(drafts: RoleDrafts, role: SavedRole, wanted: ReadonlySet<string>): RoleDrafts {
  const saved = expandPermissions(role.permissions)
  const isSame = saved.size === wanted.size && [...wanted].every((one) => saved.has(one))
  return isSame ? without(drafts, role.code) : new Map(drafts).set(role.code, wanted)
}

function without(drafts: RoleDrafts, code: string): RoleDrafts {
  return new Map([...drafts].filter(([other]) => other !== code))
}

/** What a role would gain and lose; undefined if nothing. */
export function changeIn(drafts: RoleDrafts, { code, permissions }: SavedRole): RoleChange | undefined {
  const draft = drafts.get(code)
  if (!draft) return undefined
  const saved = expandPermissions(permissions)
  return {
    gains: [...draft].filter((one) => !saved.has(one)),
    loses: [...saved].filter((one) => !draft.has(one)),
    permissions: [...draft],
  }
}

/** All that there is today, named one by one. */
export function allButNew(): ReadonlySet<string> {
  return new Set(RESOURCES.flatMap((resource) => actionsOf(resource).map((action) => `${resource}:${action}`)))
}
