import { isDeepStrictEqual } from 'node:util'
import { emit } from '#kernel/events/define-event.ts'
import type { Outcome } from '#kernel/resources/setup-section.ts'
import type { Work } from '#kernel/work.ts'
import { followContact } from '#modules/directory/accounts/address.ts'
import { checkReferences, unknownOrganization, unknownRole } from '#modules/directory/check-references.ts'
import { lockDirectoryShared } from '#modules/directory/directory-lock.ts'
import { userCreated, userUpdated } from '#modules/directory/events.ts'
import { isSelf, refuseUnlessHolds, refuseUnlessHoldsGrants } from '#modules/directory/grants/refuse-unless-holds.ts'
import { findOrganizations } from '#modules/directory/organizations/queries.ts'
import { personTexts } from '#modules/directory/people/person-text.ts'
import {
  checkAccessRestrictions,
  findRestrictedTypes,
  storedRestrictions,
} from '#modules/directory/perimeter/check-access-restrictions.ts'
import { presentUser } from '#modules/directory/present.ts'
import { findRolePermissions, listKnownRoles } from '#modules/directory/roles/queries.ts'
import { conflict, invalidFields, notFound } from '#platform/problem.ts'
import {
  insertUser,
  lockUser,
  replaceProfiles,
  type UserRow,
  updateUser,
  type WrittenProfile,
  type WrittenUser,
} from './queries.ts'
import { recordProfiles } from './record-profiles.ts'
import type { Profile, ProfileInput, User, UserInput } from './schemas.ts'

/** Creates a manager, or replaces what is known of one, profiles included. */
export async function putUser(
  work: Work,
  technicalId: string,
  input: UserInput,
): Promise<{ item: User; outcome: Outcome }> {
  await lockDirectoryShared(work)
  const { first_name, last_name, email } = input
  const person = {
    technical_id: technicalId,
    first_name,
    last_name,
    email,
    language: input.language?.toLowerCase() ?? null,
  }
  const stored = { ...person, ...personTexts(person) }
  for (;;) {
    const before = await lockUser(work.tx, work.client, technicalId)
    const { profiles, written } = await parseProfiles(work, input.profiles ?? [], before?.profiles ?? [])
    if (before) return change(work, before, { stored, profiles, written })
    await refuseGranting(work, written)
    const key = await insertUser(work.tx, work.client, stored, work.now)
    if (key === undefined) {
      work.renewNow() // another transaction created it while this one waited
      continue
    }
    await replaceProfiles(work.tx, work.client, key, written)
    const item = presentUser({ ...person, profiles, created_at: work.now, updated_at: work.now })
    emit(work, userCreated, item)
    if (profiles.length > 0) recordProfiles(work, { technicalId, before: [], after: profiles })
    return { item, outcome: 'created' }
  }
}

export async function patchUser(work: Work, technicalId: string, input: Partial<UserInput>): Promise<User> {
  await lockDirectoryShared(work)
  const before = await lockUser(work.tx, work.client, technicalId)
  if (!before) throw notFound('user', technicalId)
  return (await putUser(work, technicalId, { ...presentUser(before), ...input })).item
}

type UserChange = { stored: WrittenUser; profiles: Profile[]; written: WrittenProfile[] }

async function change(
  work: Work,
  before: UserRow,
  { stored, profiles, written }: UserChange,
): Promise<{ item: User; outcome: Outcome }> {
  const { key, created_at } = before
  const after = presentUser({ ...stored, profiles, created_at, updated_at: before.updated_at })
  if (isDeepStrictEqual(after, presentUser(before))) return { item: after, outcome: 'unchanged' }
  await refuseUnlessHolds(work.tx, work, { scope: 'manager', technicalId: before.technical_id })
  await updateUser(work.tx, work.client, { key, user: stored, now: work.now })
  if (!isDeepStrictEqual(profiles, before.profiles)) {
    await refuseGranting(work, written, before)
    await replaceProfiles(work.tx, work.client, key, written)
    recordProfiles(work, { technicalId: before.technical_id, before: before.profiles, after: profiles })
  }
  const item = presentUser({ ...stored, profiles, created_at, updated_at: work.now })
  emit(work, userUpdated, item)
  if (stored.email !== before.email) await followContact(work, 'manager', [before.technical_id])
  return { item, outcome: 'updated' }
}

/** Profiles give no more than the actor holds in their organizations, and people do not change their own. */
async function refuseGranting(work: Work, profiles: WrittenProfile[], before?: UserRow): Promise<void> {
  if (before && isSelf(work, { scope: 'manager', technicalId: before.technical_id })) {
    throw conflict('own_log_in', 'You cannot change your own permissions.')
  }
  await refuseUnlessHoldsGrants(work.tx, work, async () => {
    const roles = profiles.map(({ role }) => role)
    const permissions = await findRolePermissions(work.tx, work.client, roles)
    return profiles.map(({ role, organization_keys, access_restrictions }) => ({
      permissions: permissions.get(role) ?? [],
      organization_keys,
      restrictions: access_restrictions,
    }))
  })
}

/** The profiles as they are answered and as they are stored; refuses unknown roles, organizations and filters. */
async function parseProfiles({ tx, client }: Work, inputs: ProfileInput[], before: Profile[]) {
  const restrictions = inputs.flatMap(({ access_restrictions = [] }) => access_restrictions)
  const roles = inputs.map(({ role }) => role)
  const codes = inputs.flatMap(({ organizations }) => organizations)
  const known = {
    roles: await listKnownRoles(tx, client, roles),
    organizations: await findOrganizations(tx, client, codes),
    types: await findRestrictedTypes(tx, client, restrictions),
    restrictions: before.flatMap((one) => one.access_restrictions),
  }
  const errors = inputs.flatMap(({ role, organizations, access_restrictions = [] }, index) => [
    ...(known.roles.has(role) ? [] : [unknownRole(`profiles.${index}.role`, role)]),
    ...checkReferences(
      organizations,
      (code) => known.organizations.has(code),
      (position) => `profiles.${index}.organizations.${position}`,
      unknownOrganization,
    ),
    ...checkAccessRestrictions(access_restrictions, known.types, known.restrictions).map((one) => ({
      ...one,
      field: `profiles.${index}.${one.field}`,
    })),
  ])
  if (errors.length > 0) throw invalidFields(errors)
  const profiles = inputs.map(({ role, organizations, include_below = false, access_restrictions = [] }) => ({
    role,
    organizations,
    include_below,
    access_restrictions,
  }))
  const written = profiles.map(({ role, organizations, include_below, access_restrictions }) => {
    const keys = organizations.map((code) => known.organizations.get(code)?.key ?? 0)
    return {
      role,
      include_below,
      organization_keys: keys.map((key) => (include_below ? key : -key)),
      access_restrictions: storedRestrictions(access_restrictions, known.types),
    }
  })
  return { profiles, written }
}
