import type { FastifyRequest } from 'fastify'
import { covers, type Permission } from '#kernel/access/permission.ts'
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

/** Of requests, managers need one more: hidden ones are among them. */
export const READ_ALL_PERMISSION: Record<HeldType, Permission> = { ...READ_PERMISSION, request: 'requests:read_all' }

/** Whether a caller may read all resources of a type, and so be told what they are called. */
export function readsAll({ permissions, person }: FastifyRequest, type: HeldType): boolean {
  return covers(permissions, (person ? READ_ALL_PERMISSION : READ_PERMISSION)[type])
}
