import type { Client } from '#kernel/work.ts'
import { type RegisteredEmployee, registeredEmployeeSql } from '#modules/directory/index.ts'
import { type DocumentType, MAX_ID } from '#modules/documents/types/schemas.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

/** What the type of a document says about it. */
export type FilingType = Pick<
  DocumentType,
  'id' | 'code' | 'kind' | 'visible_by_employee' | 'metas' | 'filters' | 'allowed_extensions'
>
export type FilingOrganization = { key: number; code: string }

/** What a caller names; null where nothing is named. */
export type Named = {
  typeCode: string | null
  typeId: number | null
  employee: string | null
  organizations: string[]
}
/** Whether the employee and the vault are linked; null when they never were. */
type FiledFor = RegisteredEmployee & { is_vault_linked: boolean | null }
export type Found = { type: FilingType | null; belonging: FiledFor | null; organizations: FilingOrganization[] }

const find = statement<
  Found,
  {
    client_id: string
    type_code: string | null
    type_id: number | null
    employee_technical_id: string | null
    organization_codes: string[]
  }
>(`
  SELECT
    (SELECT json_build_object('id', id, 'code', code, 'kind', kind, 'visible_by_employee', visible_by_employee,
       'metas', metas, 'filters', filters, 'allowed_extensions', allowed_extensions)
     FROM document_types WHERE client_id = $client_id AND (code = $type_code OR ($type_code::text IS NULL AND id = $type_id))) AS type,
    (SELECT row_to_json(filed) FROM (
       SELECT *, (SELECT deleted_at IS NULL FROM vault_links WHERE client_id = $client_id AND employee_key = belonging.key::bigint)
         AS is_vault_linked
       FROM (${registeredEmployeeSql('$employee_technical_id')}) AS belonging) AS filed) AS belonging,
    (SELECT coalesce(json_agg(json_build_object('key', key, 'code', code)), '[]')
     FROM organizations WHERE client_id = $client_id AND code = ANY ($organization_codes)) AS organizations`)

/** All of it in one statement: every upload asks for it. A code of the type counts before its number. */
export async function findNamed(db: Db, client: Client, named: Named): Promise<Found> {
  const { typeCode, typeId, employee, organizations } = named
  const id = typeId !== null && typeId >= 1 && typeId <= MAX_ID ? typeId : null
  const [found] = await find(db, {
    client_id: client.id,
    type_code: typeCode,
    type_id: id,
    employee_technical_id: employee,
    organization_codes: [...new Set(organizations)],
  })
  return found ?? { type: null, belonging: null, organizations: [] }
}
