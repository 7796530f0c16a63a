/** What an event of each resource tells of its data: nothing that names another person, nor a hold. */
const TIMES = ['created_at', 'updated_at']
const SHOWN: Readonly<Record<string, readonly string[] | 'all'>> = {
  employee: 'all',
  account: 'all',
  vault_link: 'all',
  employee_document: [
    ...['id', 'title', 'kind', 'document_type_id', 'document_type_code', 'employee_technical_id', 'organization_codes'],
    ...['external_unique_id', 'external_reference', 'date', 'document_type_metas', 'document_type_filters', 'filename'],
    ...['content_type', 'size', 'sha256', 'page_count', 'origin', 'linked_to_vault', 'trashed', 'trashed_at'],
    ...TIMES,
  ],
  request: [
    ...['id', 'request_id', 'subject', 'body', 'body_json', 'origin', 'priority', 'status', 'custom_state', 'category'],
    ...['processing_date_due', 'processing_start_date', 'closed_at', 'visible_by_employee', 'internal'],
    ...TIMES,
  ],
  note: ['id', 'employee_technical_id', 'document_id', 'description', 'remind_date', 'reminded_at', ...TIMES],
  signature_process: [
    ...['id', 'signature_type_id', 'title', 'reason', 'message', 'status', 'document', 'signed_document'],
    ...['document_type_code', 'document_type_metas', 'expiry_date', 'document_id', 'started_at', 'all_signed_at'],
    ...['signed_at', 'sent_at', 'ended_at', ...TIMES],
  ],
  access_package: [
    ...['id', 'employee_technical_id', 'status', 'origin', 'exclude', 'size', 'sha256', 'entries_count'],
    ...['expires_at', 'ready_at', ...TIMES],
  ],
  deletion_request: [
    ...['id', 'mode', 'status', 'outcome', 'origin', 'reason', 'requested_by_employee', 'grace_days', 'send_package'],
    ...['due_at', 'evaluated_at', 'confirmed_at', 'prepared_at', 'completed_at', 'canceled_at', ...TIMES],
  ],
}
/** Of what is about somebody else, or is nothing that is listed here. */
const ONLY_ID = ['id', 'status', ...TIMES]

export function shownData(type: string, data: Record<string, unknown>, isOther: boolean): Record<string, unknown> {
  const resource = type.split('.')[0] ?? ''
  const names = isOther ? ONLY_ID : (SHOWN[resource] ?? ONLY_ID)
  if (names === 'all') return data
  return Object.fromEntries(Object.entries(data).filter(([name]) => names.includes(name)))
}
