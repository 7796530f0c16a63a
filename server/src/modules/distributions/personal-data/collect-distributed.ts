import type { Collector } from '#kernel/personal-data/collector.ts'
import { inBatches } from '#kernel/personal-data/in-batches.ts'
import { statement } from '#platform/db/statement.ts'
import { inSeconds } from '#platform/time/dates.ts'

const BATCH = 500

type Asked = { client_id: string; employee_key: string; after_project: number; limit: number }

type StagedRow = {
  project_id: number
  distribution_id: number
  position: number
  id: string
  title: string
  date: Date | null
  employee_number: string | null
  period: string | null
  filename: string
  content_type: string | null
  size: string | null
  sha256: string | null
}

/** What was delivered is in the folder. */
const listStaged = statement<StagedRow, Asked & { after_distribution: number; after_position: number }>(`
  SELECT project_id, distribution_id, position, id, title, date, employee_number, period, filename, content_type, size, sha256
  FROM distribution_documents
  WHERE client_id = $client_id AND employee_key = $employee_key::bigint AND document_id IS NULL
    AND (project_id, distribution_id, position) > ($after_project::integer, $after_distribution::integer, $after_position::integer)
  ORDER BY project_id, distribution_id, position LIMIT $limit`)

/** Documents that are prepared for an employee and not delivered yet. */
export const stagedDocumentCollector: Collector = {
  kind: 'documents',
  async *collect({ db, client }, { employee_key }) {
    const asked = { client_id: client.id, employee_key, limit: BATCH }
    const read = (last: StagedRow | undefined) =>
      listStaged(db, {
        ...asked,
        after_project: last?.project_id ?? 0,
        after_distribution: last?.distribution_id ?? 0,
        after_position: last?.position ?? -1,
      })
    for await (const row of inBatches<StagedRow>(read)) {
      const { id, title, date, employee_number, period, filename, content_type, size, sha256 } = row
      const file = { filename, content_type: content_type ?? 'application/octet-stream', size: Number(size) }
      yield {
        data: { id, title, date: date && inSeconds(date), employee_number, period, is_delivered: false },
        title,
        date,
        files: sha256 === null ? [] : [{ ...file, sha256 }],
      }
    }
  },
}

type LetterRow = {
  project_id: number
  number: number
  id: string
  address: string[] | null
  page_count: number | null
  status: string
  made_at: Date | null
  size: string | null
  sha256: string | null
}

const listLetters = statement<LetterRow, Asked & { after_number: number }>(`
  SELECT project_id, number, id, address, page_count, status, made_at, size, sha256 FROM distribution_packages
  WHERE client_id = $client_id AND employee_key = $employee_key::bigint
    AND (project_id, number) > ($after_project::integer, $after_number::integer)
  ORDER BY project_id, number LIMIT $limit`)

/** Letters to an employee, as they were printed. */
export const letterCollector: Collector = {
  kind: 'mails',
  async *collect({ db, client }, { employee_key }) {
    const asked = { client_id: client.id, employee_key, limit: BATCH }
    const read = (last: LetterRow | undefined) =>
      listLetters(db, { ...asked, after_project: last?.project_id ?? 0, after_number: last?.number ?? -1 })
    for await (const { id, address, page_count, status, made_at, size, sha256 } of inBatches<LetterRow>(read)) {
      const data = { type: 'paper', id, recipient: address, page_count, status, made_at: made_at && inSeconds(made_at) }
      const file = { size: Number(size), filename: `${id}.pdf`, content_type: 'application/pdf' }
      const title = address?.join(', ') ?? null
      yield { data, title, date: made_at, files: sha256 === null ? [] : [{ ...file, sha256, title: `letter ${id}` }] }
    }
  },
}
