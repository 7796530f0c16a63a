import type { Permission } from '#kernel/access/permission.ts'
import type { HeldType } from '#kernel/legal-hold.ts'

/** What a caller needs to know of the resources of a type. */
export const READ_PERMISSION: Record<HeldType, Permission> = {
  employee_document: 'employee_documents:read',
  company_document: 'company_documents:read',
  note: 'notes:read',
  signature_process: 'signatures:read',
  employee: 'employees:read',
  request: 'requests:read',
}
