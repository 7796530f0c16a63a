import { issuedFor } from '#kernel/access/permission.ts'
import { EVENT_RESOURCES } from '#kernel/events/catalogue.ts'
import { isClientWide, UNRESTRICTED_PERMISSIONS } from '#modules/directory/index.ts'
import { readPermissionOf } from './event-access.ts'

/** The columns that say who owns something: `application`, `user` (a manager) or `system`, and which. */
type Owner = { client: string; type: string; id: string }

/**
 * What the owner of something may do now, as an expression of SQL: nothing when the application was revoked, or when the
 * manager or the log-in is gone. Of managers it is what they may do for the whole client, and for all documents.
 */
export const ownerPermissions = ({ client, type, id }: Owner) => `
  CASE ${type} WHEN 'system' THEN '{*}'::text[]
  WHEN 'application' THEN coalesce((
    SELECT application.permissions FROM applications application
    WHERE application.client_id = ${client} AND application.id = ${id} AND application.revoked_at IS NULL), '{}')
  ELSE ARRAY(
    SELECT unnest(${UNRESTRICTED_PERMISSIONS}) FROM accounts account
    JOIN profiles profile ON profile.client_id = account.client_id AND profile.user_key = account.user_key
    JOIN roles role ON role.client_id = profile.client_id AND role.code = profile.role
    WHERE account.client_id = ${client} AND account.scope = 'manager' AND account.technical_id = ${id}
      AND account.is_active AND ${isClientWide('profile', client)})
  END`

const listOf = (needed: string) => `'{${issuedFor(needed).join(',')}}'::text[]`

const WHEN_RESOURCE = Object.keys(EVENT_RESOURCES).map((resource) => {
  const [application, user] = (['application', 'user'] as const).map((owner) =>
    readPermissionOf(`${resource}.*`, owner),
  )
  return { resource, application: listOf(application ?? '*'), user: listOf(user ?? '*') }
})

/** Whether an owner with these permissions may receive events of a type, as an SQL condition. */
export const ownerMayRead = (permissions: string, ownerType: string, eventType: string) => `
  ${permissions} && CASE split_part(${eventType}, '.', 1)
    ${WHEN_RESOURCE.map(({ resource, application, user }) => {
      const needed =
        application === user ? application : `CASE ${ownerType} WHEN 'user' THEN ${user} ELSE ${application} END`
      return `WHEN '${resource}' THEN ${needed}`
    }).join('\n    ')}
    ELSE '{*}'::text[] END`
