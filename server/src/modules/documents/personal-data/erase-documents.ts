import type { Erasable, KeptItem } from '#kernel/personal-data/eraser.ts'
import { itemEraser } from '#kernel/personal-data/item-eraser.ts'
import { documentDisposers } from '#modules/documents/trash/dispose-documents.ts'
import { statement } from '#platform/db/statement.ts'

type Page = { client_id: string; after: string; limit: number }

const listOfEmployee = statement<Erasable, Page & { employee_key: string }>(`
  SELECT kind || '_document' AS resource_type, id::text AS resource_id, key::text AS key FROM documents
  WHERE client_id = $client_id AND employee_key = $employee_key AND key > $after ORDER BY key LIMIT $limit`)
const listOne = statement<Erasable, Page & { key: string }>(`
  SELECT kind || '_document' AS resource_type, id::text AS resource_id, key::text AS key FROM documents
  WHERE client_id = $client_id AND key = $key AND key > $after LIMIT $limit`)

type NoteOfDocument = { document_key: string; id: string }
const listNotes = statement<NoteOfDocument, { client_id: string; keys: string[] }>(`
  SELECT document_key, id FROM notes WHERE client_id = $client_id AND document_key = ANY ($keys::bigint[])`)

/** Documents with their notes: one that has a note which is kept, stays with it. The vault keeps its copies for now. */
export const documentEraser = itemEraser({
  module: 'documents',
  resourceTypes: ['employee_document', 'company_document'],
  async list(db, { id: client_id }, { subject, resource }, { after = '0', limit }) {
    if (subject) return listOfEmployee(db, { client_id, after, limit, employee_key: subject.employee_key })
    return resource ? listOne(db, { client_id, after, limit, key: resource.key }) : []
  },
  async alsoKept({ db, client, keptAmong }, items) {
    const notes = await listNotes(db, { client_id: client.id, keys: items.map(({ key }) => key) })
    const keptNotes = await keptAmong(
      db,
      client,
      notes.map(({ id }): Erasable => ({ resource_type: 'note', resource_id: id, key: id })),
    )
    const byKey = new Map(items.map((item) => [item.key, item]))
    const kept = new Map<string, KeptItem>()
    for (const { document_key, id } of notes) {
      const [item, note] = [byKey.get(document_key), keptNotes.get(id)]
      if (!item || !note) continue
      kept.set(document_key, { ...note, resource_type: item.resource_type, resource_id: item.resource_id })
    }
    return kept
  },
  async dispose(work, ids, _target, context) {
    const gone = []
    for (const disposer of documentDisposers) gone.push(...(await disposer.dispose(work, ids, 'delete', context)).gone)
    return { gone }
  },
})
