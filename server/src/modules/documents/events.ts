import { defineEvent } from '#platform/events/define-event.ts'
import type { DocumentType } from './type-schemas.ts'

const byCode = ({ code }: DocumentType) => code

/** Types of employee documents and of company documents have events of their own. */
export const documentTypeCreated = {
  employee: defineEvent<DocumentType>('employee_document_type.created', byCode),
  company: defineEvent<DocumentType>('company_document_type.created', byCode),
}
export const documentTypeUpdated = {
  employee: defineEvent<DocumentType>('employee_document_type.updated', byCode),
  company: defineEvent<DocumentType>('company_document_type.updated', byCode),
}
