import type {
  Position,
  Process,
  ProcessChanges,
  SignerType,
  Upload,
} from '#features/signatures/processes/processes.api.ts'
import type { AttributeValues } from '#shared/documents/AttributeFields.tsx'

export type Box = Position & { key: string }

export type SignerDraft = {
  key: string
  type: SignerType
  name: string
  technical_id: string | null
  first_name: string
  last_name: string
  email: string
  signing_order: number
  boxes: Box[]
}

/** The signing order: all at once, one after the other, or by the numbers beside the names. */
export type Order = 'together' | 'sequence' | 'custom'

/** A document that is to be signed; without an upload it is the one that the process has already. */
export type DraftDocument = { upload_id: string | null; filename: string; size: number; page_count: number }

export type Draft = {
  document: DraftDocument | null
  title: string
  signature_type_id: string
  reason: string
  signers: SignerDraft[]
  order: Order
  employee: { technical_id: string; name: string } | null
  document_type_code: string | null
  metas: AttributeValues
  filters: AttributeValues
  expiry_date: string | null
  message: string
  auto_send: boolean
}

export const emptyDraft = (signature_type_id: string): Draft => ({
  document: null,
  title: '',
  signature_type_id,
  reason: '',
  signers: [],
  order: 'together',
  employee: null,
  document_type_code: null,
  metas: {},
  filters: {},
  expiry_date: null,
  message: '',
  auto_send: true,
})

/** A process as the wizard holds it. */
export function draftOf(process: Process): Draft {
  const { document, employee_technical_id, employee_name, signers } = process
  return {
    document: { upload_id: null, ...document },
    title: process.title,
    signature_type_id: process.signature_type_id,
    reason: process.reason ?? '',
    signers: signers.map(({ first_name, last_name, email, positions, ...one }) => ({
      key: one.id,
      type: one.type,
      name: one.name,
      technical_id: one.technical_id,
      first_name: first_name ?? '',
      last_name: last_name ?? '',
      email: email ?? '',
      signing_order: one.signing_order,
      boxes: positions.map((place) => ({ ...place, key: newKey() })),
    })),
    order: orderOf(signers.map((one) => one.signing_order)),
    employee: employee_technical_id
      ? { technical_id: employee_technical_id, name: employee_name ?? employee_technical_id }
      : null,
    document_type_code: process.document_type_code,
    metas: process.document_type_metas as AttributeValues,
    filters: process.document_type_filters as AttributeValues,
    expiry_date: process.expiry_date,
    message: process.message ?? '',
    auto_send: process.auto_send,
  }
}

/** What is sent to the server. */
export function changesOf(draft: Draft): ProcessChanges {
  const { document, title, signature_type_id, reason, message, employee, document_type_code } = draft
  return {
    ...(document?.upload_id ? { upload_id: document.upload_id } : {}),
    title: title.trim(),
    signature_type_id,
    reason: reason.trim() || null,
    message: message.trim() || null,
    signers: numbered(draft).map((one) => ({
      type: one.type,
      ...(one.type === 'external'
        ? { first_name: one.first_name, last_name: one.last_name, email: one.email }
        : { technical_id: one.technical_id }),
      signing_order: one.signing_order,
      positions: one.boxes.map(({ key: _, ...place }) => place),
    })),
    employee_technical_id: employee?.technical_id ?? null,
    document_type_code,
    document_type_metas: draft.metas,
    document_type_filters: draft.filters,
    expiry_date: draft.expiry_date,
    auto_send: draft.auto_send,
  }
}

/** The signers with the numbers that their order gives them. */
export function numbered({ signers, order }: Pick<Draft, 'signers' | 'order'>): SignerDraft[] {
  if (order === 'custom') return signers
  return signers.map((one, place) => ({ ...one, signing_order: order === 'together' ? 1 : place + 1 }))
}

function orderOf(numbers: number[]): Order {
  if (numbers.every((one) => one === numbers[0])) return 'together'
  return numbers.every((one, place) => one === place + 1) ? 'sequence' : 'custom'
}

/** Takes another document; boxes on pages that it does not have are gone. */
export function withDocument(draft: Draft, { upload_id, filename, size, page_count }: Upload): Partial<Draft> {
  const title = draft.title.trim() === '' ? filename.replace(/\.pdf$/i, '').slice(0, 255) : draft.title
  const signers = draft.signers.map((one) => ({ ...one, boxes: one.boxes.filter(({ page }) => page <= page_count) }))
  return { document: { upload_id, filename, size, page_count }, title, signers }
}

/** Who somebody is: the server knows nobody twice. */
export const identityOf = ({ type, technical_id, email }: Pick<SignerDraft, 'type' | 'technical_id' | 'email'>) =>
  type === 'external' ? `external ${email.trim().toLowerCase()}` : `${type} ${technical_id}`

let made = 0

export function newKey(): string {
  made += 1
  return `new-${made}`
}
