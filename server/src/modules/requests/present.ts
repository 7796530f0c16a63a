import { summarizeForm } from '#modules/requests/forms/present.ts'
import { inSeconds } from '#platform/time/dates.ts'
import type { RequestRow } from './queries.ts'
import type { Request } from './schemas.ts'

export function presentRequest(row: RequestRow, publicUrl: string): Request {
  const { id, form_code, form, subject, body, body_json, origin, priority, status, custom_state } = row
  const { employee, creator, managers_assigned, closed_by, visible_by_employee } = row
  return {
    id,
    form: summarizeForm({ code: form_code, ...form }, publicUrl),
    subject,
    body,
    body_json,
    origin,
    priority,
    status,
    custom_state,
    category: form.category?.name ?? null,
    employee,
    creator,
    managers_assigned,
    processing_date_due: orNull(row.processing_date_due),
    processing_start_date: orNull(row.processing_start_date),
    created_at: inSeconds(row.created_at),
    updated_at: inSeconds(row.updated_at),
    closed_by,
    closed_at: orNull(row.closed_at),
    manager_url: managerUrl(publicUrl, id),
    employee_url: row.employee_key === null ? null : employeeUrl(publicUrl, id),
    api_url: `${publicUrl}${requestUri(id)}`,
    visible_by_employee,
  }
}

/** Where managers and employees open a request in the portal. */
export const managerUrl = (publicUrl: string, id: string) => `${publicUrl}/portal/manager/requests/${id}`
export const employeeUrl = (publicUrl: string, id: string) => `${publicUrl}/portal/requests/${id}`

export const requestUri = (id: string) => `/api/requests/${id}/`

function orNull(moment: Date | null): string | null {
  return moment && inSeconds(moment)
}
