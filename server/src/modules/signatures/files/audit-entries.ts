import { type AuditDetails, type AuditEntry, employeeSubject } from '#kernel/audit/audit-entry.ts'
import { asDownload, asView, type Reading } from '#kernel/audit/reading.ts'
import type { FileVersion, ProcessRow } from '#modules/signatures/processes/queries.ts'
import type { BeforeBytes } from '#platform/http/responses/before-bytes.ts'

type Process = Pick<ProcessRow, 'id' | 'employee_technical_id'>

/** A file of a process goes out: its document, or its evidence. */
export function processDownload(reading: Reading, process: Process, file: FileVersion | 'evidence'): BeforeBytes {
  return asDownload(reading, entryOf(process, { file }))
}

/** Pages of its document are looked at. */
export function processView(reading: Reading, process: Process, file: FileVersion): BeforeBytes {
  return asView(reading, entryOf(process, { file, as: 'pages' }))
}

function entryOf({ id, employee_technical_id }: Process, details: AuditDetails): AuditEntry {
  return {
    action: 'file.downloaded',
    subject: employeeSubject(employee_technical_id),
    resource: { type: 'signature_process', id },
    details,
  }
}
