import { presentLocalizedNames } from '#kernel/languages/localized-names.ts'
import type { Translations } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import type { AccountRow } from '#modules/directory/accounts/queries.ts'
import type { Account } from '#modules/directory/accounts/schemas.ts'
import type { EmployeeRow } from '#modules/directory/employees/queries.ts'
import type { Employee } from '#modules/directory/employees/schemas.ts'
import type { Organization, TranslatedOrganization } from '#modules/directory/organizations/schemas.ts'
import type { User } from '#modules/directory/users/schemas.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { addressIn } from './postal-address.ts'

type Times = { created_at: Date; updated_at: Date }
type Stored<Item extends { created_at: string; updated_at: string }> = Times & Omit<Item, keyof Times>

export function presentTimes({ created_at, updated_at }: Times) {
  return { created_at: inSeconds(created_at), updated_at: inSeconds(updated_at) }
}

/** An organization with its names in the languages of the client. */
export type NamedOrganization = Stored<Organization> & { localized_names: Translations }

export function presentTranslatedOrganization(row: NamedOrganization, { languages }: Client): TranslatedOrganization {
  return { ...presentOrganization(row), localized_names: presentLocalizedNames(row.localized_names, languages) }
}

export function presentOrganization(row: Stored<Organization>): Organization {
  return { code: row.code, name: row.name, parent: row.parent, ...addressIn(row), ...presentTimes(row) }
}

export function presentUser(row: Stored<User>): User {
  return {
    technical_id: row.technical_id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    language: row.language,
    profiles: row.profiles,
    ...presentTimes(row),
  }
}

export function presentAccount(row: AccountRow): Account {
  return {
    id: `${row.scope}:${row.technical_id}`,
    scope: row.scope,
    technical_id: row.technical_id,
    email: row.email,
    is_active: row.is_active,
    has_password: row.password_hash !== null,
    last_login_at: row.last_login_at && inSeconds(row.last_login_at),
    linked_to: row.linked_to,
    ...presentTimes(row),
  }
}

export function presentEmployee(row: Omit<EmployeeRow, 'key' | 'sort_name' | 'sort_first_name'>): Employee {
  return {
    technical_id: row.technical_id,
    core_uuid: row.core_uuid,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    language: row.language,
    ...addressIn(row),
    registrations: row.registrations,
    custom_fields: row.custom_fields,
    status: row.terminated ? 'terminated' : 'current',
    ...presentTimes(row),
    deleted_at: row.deleted_at && inSeconds(row.deleted_at),
  }
}
