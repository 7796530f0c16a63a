import { inSeconds } from '#platform/time/dates.ts'
import type { DocumentRow } from './queries.ts'
import type { Document } from './schemas.ts'

export function presentDocument(row: Omit<DocumentRow, 'client_id' | 'key'>): Document {
  return {
    id: row.id,
    title: row.title,
    kind: row.kind,
    document_type_id: row.document_type_id,
    document_type_code: row.document_type_code,
    employee_technical_id: row.employee_technical_id,
    organization_codes: row.organization_codes,
    external_unique_id: row.external_unique_id,
    external_reference: row.external_reference,
    date: inSeconds(row.date),
    document_type_metas: row.metas,
    document_type_filters: row.filters,
    api_uploader_name: row.api_uploader_name,
    filename: row.filename,
    content_type: row.content_type,
    size: Number(row.size),
    sha256: row.sha256,
    page_count: row.page_count,
    origin: row.origin,
    linked_to_vault: row.is_linked && row.is_visible,
    trashed: row.trashed_at !== null,
    trashed_at: row.trashed_at && inSeconds(row.trashed_at),
    legal_hold: row.legal_hold,
    created_at: inSeconds(row.created_at),
    updated_at: inSeconds(row.updated_at),
  }
}
