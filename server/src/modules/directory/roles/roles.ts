import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import { recordAudit } from '#kernel/audit/record-audit.ts'
import type { Resource } from '#kernel/resources/resource-routes.ts'
import type { Work } from '#kernel/work.ts'
import { translatedResource } from '#modules/directory/coded-resource.ts'
import { counted } from '#modules/directory/counted.ts'
import { roleCreated, roleDeleted, roleUpdated } from '#modules/directory/events.ts'
import { refuseUnlessClientWide } from '#modules/directory/grants/refuse-unless-holds.ts'
import { presentTimes } from '#modules/directory/present.ts'
import { Code, ListParameters } from '#modules/directory/schemas.ts'
import { conflict } from '#platform/problem.ts'
import { articlesForRole, holdersOfRole, type RoleRow, roleTable } from './queries.ts'
import { Role, RoleInput, TranslatedRole, TranslatedRoleInput } from './schemas.ts'

const Query = Type.Object(ListParameters)

const { plain, translated } = translatedResource<RoleRow, Role, RoleInput>({
  name: 'role',
  table: roleTable,
  present: (row) => ({ code: row.code, name: row.name, permissions: row.permissions, ...presentTimes(row) }),
  parse: async (_work, { name, permissions = [] }) => ({ name, permissions: [...new Set(permissions)] }),
  events: { created: roleCreated, updated: roleUpdated, deleted: roleDeleted },
  // Spec, Events: a change of permissions alone emits no role.updated.
  isEmitted: (before, after) =>
    before.name !== after.name || !isDeepStrictEqual(before.localized_names, after.localized_names),
  record: recordRole,
  // A role gives its permissions in any organization, to all who have it and will have it.
  refuseChange: (work, before, after) =>
    refuseUnlessClientWide(work.tx, work, [...(before?.permissions ?? []), ...(after?.permissions ?? [])]),
  async refuseDelete({ tx, client }, { code }) {
    const { count, some } = await holdersOfRole(tx, client, code)
    const names = count > some.length ? `${some.join(', ')} …` : some.join(', ')
    const reasons = [
      ...counted(count, 'manager', 'managers').map((holders) => `${holders}: ${names}`),
      ...counted(await articlesForRole(tx, client, code), 'article', 'articles'),
    ]
    if (reasons.length > 0) throw conflict('role_in_use', `The role ${code} is used by ${reasons.join('; ')}.`)
  },
})

/** What was added to what it gives, and what was taken away. */
function recordRole(work: Work, before: RoleRow | undefined, after: RoleRow | undefined): void {
  const [had = [], has = []] = [before?.permissions, after?.permissions]
  const added = has.filter((one) => !had.includes(one))
  const removed = had.filter((one) => !has.includes(one))
  recordAudit(work, {
    action: !before ? 'role.created' : after ? 'role.updated' : 'role.deleted',
    resource: { type: 'role', id: (after ?? before)?.code ?? null },
    details: { added, removed },
  })
}

export const roles: Resource<typeof Role, typeof Query, typeof RoleInput> = {
  path: '/roles',
  conflicts: ['delete'],
  name: 'role',
  plural: 'roles',
  idName: 'code',
  id: Code(100),
  item: Role,
  query: Query,
  put: RoleInput,
  ...plain,
}

/** As administrators and the set-up file name them: in every language of the client. */
export const translatedRoles: Resource<typeof TranslatedRole, typeof Query, typeof TranslatedRoleInput> = {
  ...roles,
  item: TranslatedRole,
  put: TranslatedRoleInput,
  patchName: 'translated role',
  ...translated,
}
