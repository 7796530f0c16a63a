import type { Reader } from '#kernel/access/reader-language.ts'
import { localizedNameSql } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { lookup } from '#platform/db/statement.ts'
import type { EmployeeProfile, ManagerProfile } from './profile-schemas.ts'

const TYPE_NAME = localizedNameSql('type', '$language')
const ORGANIZATION_NAME = localizedNameSql('organization', '$language')

const findEmployee = lookup<EmployeeProfile, { client_id: string; technical_id: string; language: string | null }>(`
  SELECT employee.technical_id, employee.first_name, employee.last_name, employee.email, employee.language,
    (SELECT coalesce(json_agg(json_build_object(
        'organization', json_build_object('code', organization.code, 'name', ${ORGANIZATION_NAME}),
        'employee_number', registration.employee_number, 'active', registration.active,
        'departure_date', registration.departure_date) ORDER BY registration.position), '[]')
     FROM registrations registration JOIN organizations organization
       ON organization.client_id = registration.client_id AND organization.key = registration.organization_key
     WHERE registration.client_id = $client_id AND registration.employee_key = employee.key) AS registrations
  FROM employees employee
  WHERE employee.client_id = $client_id AND employee.technical_id = $technical_id AND employee.deleted_at IS NULL`)

/** An employee with the names of the organizations. */
export async function findEmployeeProfile(
  db: Db,
  client: Client,
  { technical_id, language }: Reader,
): Promise<EmployeeProfile | undefined> {
  return (await findEmployee(db, { client_id: client.id, technical_id, language }))[0]
}

const listProfiles = lookup<
  ManagerProfile['profiles'][number],
  { client_id: string; technical_id: string; language: string | null }
>(`
  SELECT json_build_object('code', role.code, 'name', ${localizedNameSql('role', '$language')}) AS role, profile.include_below,
    (SELECT coalesce(json_agg(json_build_object('code', organization.code, 'name', ${ORGANIZATION_NAME})
        ORDER BY named.rank), '[]')
     FROM profile_organizations named JOIN organizations organization
       ON organization.client_id = named.client_id AND organization.key = named.organization_key
     WHERE named.client_id = $client_id AND named.user_key = profile.user_key
       AND named.position = profile.position) AS organizations,
    (SELECT coalesce(json_agg(json_build_object('document_type', json_build_object('code', type.code, 'name', ${TYPE_NAME}),
        'filter', json_build_object('code', restriction.filter_code, 'name', coalesce((
          SELECT filter ->> 'name' FROM jsonb_array_elements(type.filters) AS filter
          WHERE filter ->> 'code' = restriction.filter_code), restriction.filter_code)),
        'values', restriction."values") ORDER BY ordinality), '[]')
     FROM ROWS FROM (jsonb_to_recordset(profile.access_restrictions)
       AS (document_type_id integer, filter_code text, "values" jsonb)) WITH ORDINALITY AS restriction
     JOIN document_types type ON type.client_id = $client_id AND type.id = restriction.document_type_id
    ) AS access_restrictions
  FROM users manager
  JOIN profiles profile ON profile.client_id = manager.client_id AND profile.user_key = manager.key
  JOIN roles role ON role.client_id = profile.client_id AND role.code = profile.role
  WHERE manager.client_id = $client_id AND manager.technical_id = $technical_id ORDER BY profile.position`)

/** The roles of a manager and where they have them, with their names. */
export function listManagerProfiles(
  db: Db,
  client: Client,
  { technical_id, language }: Reader,
): Promise<ManagerProfile['profiles']> {
  return listProfiles(db, { client_id: client.id, technical_id, language })
}
