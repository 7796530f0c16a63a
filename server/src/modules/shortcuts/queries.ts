import type { Client } from '#kernel/work.ts'
import { isEmployeeInPerimeter, perimeterOf } from '#modules/directory/index.ts'
import type { Db } from '#platform/db/db.ts'
import { lookup } from '#platform/db/statement.ts'

/** Whether a manager may see an employee. */
export async function maySee(db: Db, client: Client, managerId: string, employeeId: string): Promise<boolean> {
  const perimeter = await perimeterOf(db, client, { technicalId: managerId, permission: 'employees:read' })
  return isEmployeeInPerimeter(db, client, perimeter, employeeId)
}

/** What a type of documents must allow to be named on a page. Managers file documents of both kinds in one form. */
type Purpose = 'file' | 'see' | 'upload'

const findType = lookup<{ code: string }, { client_id: string; code: string; purpose: Purpose }>(`
  SELECT code FROM document_types WHERE client_id = $client_id AND code = $code
    AND ($purpose::text = 'file' OR (kind = 'employee'
      AND CASE $purpose::text WHEN 'see' THEN visible_by_employee ELSE upload_by_employee END))`)

export async function hasType(db: Db, client: Client, code: string, purpose: Purpose): Promise<boolean> {
  return (await findType(db, { client_id: client.id, code, purpose })).length > 0
}
