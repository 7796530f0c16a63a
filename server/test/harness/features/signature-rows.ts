import type { EvidenceRow } from '#modules/signatures/processes/evidence.ts'
import type { ProcessRow } from '#modules/signatures/processes/queries.ts'
import type { SignerRow } from '#modules/signatures/signing/queries.ts'

/** A moment at which everything in these rows happened. */
export const MOMENT = new Date('2031-01-02T09:30:15.500Z')

/** A signer as it is stored, for what is computed from it without a database. */
export function aSignerRow(changes: Partial<SignerRow> = {}): SignerRow & { email: string } {
  return {
    process_id: '0194f9a1-0000-7000-8000-000000000001',
    id: '0194f9a1-0000-7000-8000-00000000000a',
    type: 'external',
    user_key: null,
    employee_key: null,
    technical_id: null,
    first_name: 'Eve',
    last_name: 'Outside',
    language: null,
    signing_order: 1,
    positions: [],
    status: 'asked',
    asked_at: MOMENT,
    reminded_at: null,
    viewed_at: null,
    signed_at: null,
    rejected_at: null,
    rejection_reason: null,
    drawing: null,
    ...changes,
    email: changes.email ?? 'eve@outside.test',
  }
}

/** A signature process as it is stored. */
export function aProcessRow(changes: Partial<ProcessRow> = {}): ProcessRow {
  return {
    key: '1',
    id: '0194f9a1-0000-7000-8000-000000000001',
    signature_type_id: 'simple',
    title: 'Contract',
    reason: 'New work',
    message: 'Please read\npage 2',
    status: 'signing',
    document_type_id: null,
    document_type_code: null,
    metas: {},
    filters: {},
    employee_key: null,
    employee_technical_id: null,
    expiry_date: '2031-02-03',
    auto_send: false,
    callback_url: null,
    creator_user_key: null,
    creator_name: 'payroll',
    document_id: null,
    anonymised_as: null,
    started_at: MOMENT,
    all_signed_at: null,
    signed_at: null,
    sent_at: null,
    ended_at: null,
    created_at: MOMENT,
    updated_at: MOMENT,
    signers: [aSignerRow()],
    original: { filename: 'contract.pdf', size: '1000', sha256: 'aa'.repeat(32), page_count: 2 },
    sealed: null,
    ...changes,
  }
}

/** What happened in a process, as it is stored. */
export function anEvidenceRow(changes: Partial<EvidenceRow> = {}): EvidenceRow {
  return {
    action: 'created',
    signer_id: null,
    actor_name: 'payroll',
    address: null,
    agent: null,
    detail: null,
    created_at: MOMENT,
    ...changes,
  }
}
