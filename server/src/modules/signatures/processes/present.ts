import type { SignerRow } from '#modules/signatures/signing/queries.ts'
import { inSeconds } from '#platform/time/dates.ts'
import type { FileRow, ProcessRow } from './queries.ts'
import type { ProcessFile, SignatureProcess, Signer } from './schemas.ts'

export function presentProcess(row: ProcessRow): SignatureProcess {
  const { id, signature_type_id, title, reason, message, status, expiry_date, auto_send, callback_url } = row
  return {
    id,
    signature_type_id,
    title,
    reason,
    message,
    status,
    signers: row.signers.map(presentSigner),
    document: presentFile(row.original),
    signed_document: row.sealed && presentFile(row.sealed),
    document_type_code: row.document_type_code,
    document_type_metas: row.metas,
    document_type_filters: row.filters,
    employee_technical_id: row.employee_technical_id,
    expiry_date,
    auto_send,
    callback_url,
    document_id: row.document_id,
    started_at: orNull(row.started_at),
    all_signed_at: orNull(row.all_signed_at),
    signed_at: orNull(row.signed_at),
    sent_at: orNull(row.sent_at),
    ended_at: orNull(row.ended_at),
    created_at: inSeconds(row.created_at),
    updated_at: inSeconds(row.updated_at),
  }
}

export function presentSigner(row: SignerRow): Signer {
  const { id, type, technical_id, first_name, last_name, email, signing_order, positions, status } = row
  return {
    id,
    type,
    technical_id,
    first_name,
    last_name,
    email,
    signing_order,
    positions,
    status,
    asked_at: orNull(row.asked_at),
    reminded_at: orNull(row.reminded_at),
    viewed_at: orNull(row.viewed_at),
    signed_at: orNull(row.signed_at),
    rejected_at: orNull(row.rejected_at),
    rejection_reason: row.rejection_reason,
  }
}

export function presentFile({ filename, size, sha256, page_count }: FileRow): ProcessFile {
  return { filename, size: Number(size), sha256, page_count }
}

/** How people know a signer. */
export function nameOfSigner({ first_name, last_name, email }: Pick<SignerRow, 'first_name' | 'last_name' | 'email'>) {
  return [first_name, last_name].filter(Boolean).join(' ') || (email ?? '')
}

function orNull(moment: Date | null): string | null {
  return moment && inSeconds(moment)
}
