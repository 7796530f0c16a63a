import type { Collector } from '#kernel/personal-data/collector.ts'
import { inBatches } from '#kernel/personal-data/in-batches.ts'
import { statement } from '#platform/db/statement.ts'
import { inSeconds } from '#platform/time/dates.ts'

const BATCH = 500

type Row = {
  id: string
  document_id: string | null
  description: string
  remind_date: Date | null
  is_restricted: boolean
  actor_type: string
  created_at: Date
}

const listNext = statement<Row, { client_id: string; employee_key: string; after: string; limit: number }>(`
  SELECT note.id, document.id AS document_id, note.description, note.remind_date, note.is_restricted, note.actor_type,
    note.created_at
  FROM (
    SELECT key.id FROM notes key WHERE key.client_id = $client_id AND key.employee_key = $employee_key::bigint
    UNION ALL
    SELECT key.id FROM notes key WHERE key.client_id = $client_id AND key.document_key IN (
      SELECT filed.key FROM documents filed WHERE filed.client_id = $client_id AND filed.employee_key = $employee_key::bigint)
  ) AS found
  JOIN notes note ON note.client_id = $client_id AND note.id = found.id
  LEFT JOIN documents document ON document.client_id = $client_id AND document.key = note.document_key
  WHERE found.id > $after::uuid ORDER BY found.id LIMIT $limit`)

const FIRST = '00000000-0000-0000-0000-000000000000'

/** Notes on an employee and on the documents of the folder, those for few managers included. Names are left out. */
export const noteCollector: Collector = {
  kind: 'notes',
  async *collect({ db, client }, { employee_key }) {
    const asked = { client_id: client.id, employee_key, limit: BATCH }
    for await (const row of inBatches<Row>((last) => listNext(db, { ...asked, after: last?.id ?? FIRST }))) {
      const { id, document_id, description, is_restricted, actor_type, created_at } = row
      const data = {
        id,
        document_id,
        description,
        remind_date: row.remind_date && inSeconds(row.remind_date),
        is_restricted,
        by: actor_type === 'user' ? 'manager' : 'application',
        created_at: inSeconds(created_at),
      }
      yield { data, title: description, date: created_at, files: [] }
    }
  },
}
