import { createHmac } from 'node:crypto'
import type { Service } from '../service.ts'
import { API_KEY, SHARED_TOKEN } from '../set-up.ts'

export const UPLOAD_PATH = '/api/v1/enterprise/documents/'
export const UPLOAD_HEADERS = { 'x-api-key': API_KEY }

/** What every upload says. */
export const DOCUMENT = {
  title: 'Payslip of January',
  document_type_code: 'payslip',
  employee_technical_id: 'E-1',
  date: '2024-01-31T09:30',
  document_type_metas: { period: '2024-01' },
}

/** Makes what documents are filed under. */
export async function prepareFiling(service: Service): Promise<void> {
  await service.call('PUT', '/organizations/HQ', { name: 'Headquarters' })
  await service.call('PUT', '/employees/E-1', {
    first_name: 'Eve',
    last_name: 'Moneypenny',
    registrations: [{ organization_code: 'HQ', employee_number: '1' }],
  })
  await service.call('PUT', '/document_types/payslip', {
    kind: 'employee',
    metas: [{ code: 'period', type: 'string', required: true }],
  })
}

/** The path of a download that was signed now. */
export function signedPath(id: string): string {
  const timestamp = String(Date.now() / 1000)
  const hash = createHmac('sha256', SHARED_TOKEN).update(`${SHARED_TOKEN}${id}${timestamp}`).digest('hex')
  return `${UPLOAD_PATH}${id}/download/?timestamp=${timestamp}&hash=${hash}`
}
