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

/** What would change in a role. */
export type RoleChange = { gains: string[]; loses: string[]; permissions: string[] }

/** Changes to roles that are not saved yet, by the code of the role. */
export function useRoleDrafts(roles: Role[]) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, ReadonlySet<string>>>(new Map())
  const now = (role: Role) => drafts.get(role.code) ?? expandPermissions(role.permissions)

  const discard = (code: string) => setDrafts((old) => new Map([...old].filter(([other]) => other !== code)))

  const put = (role: Role, wanted: ReadonlySet<string>) => {
    const saved = expandPermissions(role.permissions)
    const isSame = saved.size === wanted.size && [...wanted].every((one) => saved.has(one))
    if (isSame) discard(role.code)
    else setDrafts((old) => new Map(old).set(role.code, wanted))
  }

  return {
    discard,
    isGiven: (role: Role, resource: Resource, action: Action) => covers([...now(role)], `${resource}:${action}`),
    isEverything: (role: Role) => isEverything([...now(role)]),
    toggle(role: Role, permission: string) {
      const wanted = new Set(now(role))
      if (!wanted.delete(permission)) wanted.add(permission)
      put(role, wanted)
    },
    setEverything: (role: Role, isWanted: boolean) => put(role, isWanted ? new Set(['*']) : allButNew()),
    changeOf(role: Role): RoleChange | undefined {
      const draft = drafts.get(role.code)
      if (!draft) return undefined
      const saved = expandPermissions(role.permissions)
      return {
        gains: [...draft].filter((one) => !saved.has(one)),
        loses: [...saved].filter((one) => !draft.has(one)),
        permissions: [...draft],
      }
    },
    changed: roles.filter(({ code }) => drafts.has(code)),
  }
}

/** All that there is today, named one by one. */
function allButNew(): ReadonlySet<string> {
  return new Set(RESOURCES.flatMap((resource) => actionsOf(resource).map((action) => `${resource}:${action}`)))
}
