import type { Client } from '#platform/db/work.ts'
import { inSeconds } from '#platform/http/dates.ts'
import { presentLocalizedNames } from '#platform/localized-names.ts'
import type { DocumentTypeRow } from './type-queries.ts'
import type { DocumentType } from './type-schemas.ts'

export function presentDocumentType(row: DocumentTypeRow, { languages }: Client): DocumentType {
  return {
    ...row,
    localized_names: presentLocalizedNames(row.localized_names, languages),
    created_at: inSeconds(row.created_at),
    updated_at: inSeconds(row.updated_at),
  }
}
