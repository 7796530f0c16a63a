import type { Erasable } from '#kernel/personal-data/eraser.ts'
import { itemEraser } from '#kernel/personal-data/item-eraser.ts'
import { noteDisposer } from '#modules/notes/dispose-notes.ts'
import { statement } from '#platform/db/statement.ts'

const list = statement<Erasable, { client_id: string; employee_key: string; after: string | null; limit: number }>(`
  SELECT 'note' AS resource_type, id::text AS resource_id, id::text AS key FROM notes
  WHERE client_id = $client_id AND employee_key = $employee_key AND ($after::uuid IS NULL OR id > $after::uuid)
  ORDER BY id LIMIT $limit`)

/** Notes about the employee; those about documents go with them. */
export const noteEraser = itemEraser({
  module: 'notes',
  list: async (db, { id: client_id }, { subject }, { after = null, limit }) =>
    subject ? list(db, { client_id, employee_key: subject.employee_key, after: after ?? null, limit }) : [],
  dispose: (work, ids, _target, context) => noteDisposer.dispose(work, ids, 'delete', context),
})
