import { presentLocalizedNames } from '#kernel/languages/localized-names.ts'
import type { Client } from '#kernel/work.ts'
import { inSeconds } from '#platform/time/dates.ts'
import type { DocumentTypeRow } from './queries.ts'
import type { DocumentType } from './schemas.ts'

export function presentDocumentType(row: DocumentTypeRow, { languages }: Client): DocumentType {
  return {
    ...row,
    localized_names: presentLocalizedNames(row.localized_names, languages),
    created_at: inSeconds(row.created_at),
    updated_at: inSeconds(row.updated_at),
  }
}
