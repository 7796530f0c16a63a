import type { Erasable } from '#kernel/personal-data/eraser.ts'
import { itemEraser } from '#kernel/personal-data/item-eraser.ts'
import { requestDisposer } from '#modules/requests/handling/dispose-requests.ts'
import { statement } from '#platform/db/statement.ts'

type Page = { client_id: string; after: string; limit: number }

/** About the employee, or made by the employee about nobody. Those about others stay theirs. */
const listOfEmployee = statement<Erasable, Page & { employee_key: string }>(`
  SELECT 'request' AS resource_type, id::text AS resource_id, id::text AS key FROM (
    SELECT id FROM requests WHERE client_id = $client_id AND employee_key = $employee_key
    UNION ALL
    SELECT id FROM requests WHERE client_id = $client_id AND creator_employee_key = $employee_key AND employee_key IS NULL
  ) AS request WHERE id > $after::bigint ORDER BY request.id LIMIT $limit`)
const listOne = statement<Erasable, Page & { key: string }>(`
  SELECT 'request' AS resource_type, id::text AS resource_id, id::text AS key FROM requests
  WHERE client_id = $client_id AND id = $key AND anonymised_as IS NULL AND id > $after LIMIT $limit`)

/** Requests with their comments, files and history. Anonymous ones stay, for counting. */
export const requestEraser = itemEraser({
  module: 'requests',
  resourceTypes: ['request'],
  async list(db, { id: client_id }, { subject, resource }, { after = '0', limit }) {
    if (subject) return listOfEmployee(db, { client_id, after, limit, employee_key: subject.employee_key })
    return resource ? listOne(db, { client_id, after, limit, key: resource.key }) : []
  },
  dispose: (work, ids, { mode, subject }, context) =>
    requestDisposer.dispose(work, ids, mode, { ...context, ...(subject && { pseudonym: subject.pseudonym }) }),
})
