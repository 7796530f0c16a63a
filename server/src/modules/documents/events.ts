import { defineEvent } from '#kernel/events/define-event.ts'
import type { DocumentType } from '#modules/documents/types/schemas.ts'
import type { VaultLink } from '#modules/documents/vault/schemas.ts'
import type { Document } from './schemas.ts'

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

/** So have the documents. */
export const documentCreated = {
  employee: defineEvent<Document>('employee_document.created'),
  company: defineEvent<Document>('company_document.created'),
}
export const documentUpdated = {
  employee: defineEvent<Document>('employee_document.updated'),
  company: defineEvent<Document>('company_document.updated'),
}
export const documentTrashed = {
  employee: defineEvent<Document>('employee_document.trashed'),
  company: defineEvent<Document>('company_document.trashed'),
}
export const documentRestored = {
  employee: defineEvent<Document>('employee_document.restored'),
  company: defineEvent<Document>('company_document.restored'),
}
export const documentDeleted = {
  employee: defineEvent<Document>('employee_document.deleted'),
  company: defineEvent<Document>('company_document.deleted'),
}
export const documentUnlinked = defineEvent<Document>('employee_document.unlinked')

export const vaultLinkDeleted = defineEvent<VaultLink>('vault_link.deleted')
