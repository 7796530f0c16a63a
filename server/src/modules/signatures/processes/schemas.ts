import { type Static, Type } from 'typebox'
import {
  ByCode,
  Cursor,
  Moment,
  NamedObject,
  Nullable,
  NullableTimestamp,
  OneOf,
  OptionalBody,
  OptionalText,
  PerPage,
  Sort,
  Text,
  Timestamp,
} from '#platform/http/validation/schemas.ts'

export const STATUSES = ['draft', 'signing', 'signed', 'sent', 'done', 'rejected', 'expired', 'canceled'] as const
export type Status = (typeof STATUSES)[number]
export const SIGNER_TYPES = ['user', 'employee', 'external'] as const
export type SignerType = (typeof SIGNER_TYPES)[number]
export const SIGNER_STATUSES = ['waiting', 'asked', 'signed', 'rejected'] as const
export type SignerStatus = (typeof SIGNER_STATUSES)[number]

export const MAX_SIGNERS = 50
const fraction = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })

/** Where a signature is drawn, on the page as it is shown. */
export const SignaturePosition = NamedObject('SignaturePosition', {
  page: Type.Integer({ minimum: 1, maximum: 100_000 }),
  x: fraction('Distance from the left edge, as a fraction of the page width.'),
  y: fraction('Distance from the upper edge, as a fraction of the page height.'),
  width: Type.Number({ minimum: 0.02, maximum: 1 }),
  height: Type.Number({ minimum: 0.01, maximum: 1 }),
})
export type SignaturePosition = Static<typeof SignaturePosition>
const Positions = Type.Array(SignaturePosition, {
  maxItems: 50,
  description: 'Where the signature is drawn; at the foot of the last page if empty.',
})

export const SignerInput = NamedObject('SignerInput', {
  type: OneOf(SIGNER_TYPES, { description: 'A manager, an employee or an external person.' }),
  technical_id: OptionalText(50, { description: 'Of the manager or employee.' }),
  first_name: OptionalText(100, { description: 'Of an external signer.' }),
  last_name: OptionalText(100, { description: 'Of an external signer.' }),
  email: OptionalText(254, { format: 'email', description: 'Of an external signer, who is identified by it.' }),
  signing_order: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: 'Signers with a lower number sign first; equal numbers sign at the same time. Defaults to 1.',
    }),
  ),
  positions: Type.Optional(Positions),
})
export type SignerInput = Static<typeof SignerInput>

/** A type of documents has no more metas, and no more filters. */
const MAX_ATTRIBUTES = 100
const Attributes = (description: string) => ByCode(MAX_ATTRIBUTES, description)

/** What is said of where the signed document is filed. */
export const filing = {
  document_type_code: OptionalText(100, { description: 'The type under which the signed document is filed.' }),
  document_type_metas: Type.Optional(Attributes('Values of the metas of that type, by code.')),
  document_type_filters: Type.Optional(Attributes('Values of the filters of that type, by code.')),
  employee_technical_id: OptionalText(50, { description: 'The employee in whose folder it is filed.' }),
}

export const ProcessInput = NamedObject('SignatureProcessInput', {
  signature_type_id: Text({ minLength: 1, maxLength: 100 }),
  title: Text({ minLength: 1, maxLength: 255, pattern: '\\S', description: 'Must not be blank.' }),
  reason: OptionalText(1000, { description: 'The reason for signing; the seal includes it.' }),
  upload_id: Text({ maxLength: 100, description: 'The document, a PDF: an upload that was made before.' }),
  signers: Type.Array(SignerInput, { minItems: 1, maxItems: MAX_SIGNERS }),
  ...filing,
  expiry_date: Type.Optional(
    Nullable('string', {
      format: 'date',
      maxLength: 10,
      description: 'The last day on which it can be signed, in UTC. Defaults to what the signature type says.',
    }),
  ),
  auto_send: Type.Optional(
    Type.Boolean({ description: 'Whether the signed document is sent automatically. Defaults to false.' }),
  ),
  callback_url: Type.Optional(
    Nullable('string', { format: 'web-address', maxLength: 2048, description: 'Called when the process ends.' }),
  ),
  message: OptionalText(5000, { description: 'The text of the mail to the signers.' }),
})
export type ProcessInput = Static<typeof ProcessInput>

export const ProcessPatch = Type.Partial(ProcessInput, { title: 'SignatureProcessPatch' })
export type ProcessPatch = Static<typeof ProcessPatch>

export const Signer = NamedObject('Signer', {
  id: Type.String({ format: 'uuid' }),
  type: OneOf(SIGNER_TYPES),
  technical_id: Nullable('string'),
  first_name: Nullable('string'),
  last_name: Nullable('string'),
  email: Nullable('string'),
  signing_order: Type.Integer(),
  positions: Type.Array(SignaturePosition),
  status: OneOf(SIGNER_STATUSES, { description: '`waiting` until it is their turn.' }),
  asked_at: NullableTimestamp(),
  reminded_at: NullableTimestamp({ description: 'The time of the last reminder.' }),
  viewed_at: NullableTimestamp({ description: 'The first time.' }),
  signed_at: NullableTimestamp(),
  rejected_at: NullableTimestamp(),
  rejection_reason: Nullable('string'),
})
export type Signer = Static<typeof Signer>

export const ProcessFile = NamedObject('SignatureFile', {
  filename: Type.String(),
  size: Type.Integer({ description: 'In bytes.' }),
  sha256: Type.String(),
  page_count: Type.Integer(),
})
export type ProcessFile = Static<typeof ProcessFile>

export const SignatureProcess = NamedObject('SignatureProcess', {
  id: Type.String({ format: 'uuid' }),
  signature_type_id: Type.String(),
  title: Type.String(),
  reason: Nullable('string'),
  message: Nullable('string'),
  status: OneOf(STATUSES),
  signers: Type.Array(Signer),
  document: ProcessFile,
  signed_document: Type.Unsafe<ProcessFile | null>({
    ...ProcessFile,
    type: ['object', 'null'],
    description: 'With the signatures, the evidence and the seal.',
  }),
  document_type_code: Nullable('string'),
  document_type_metas: Attributes('By the codes of the document type.'),
  document_type_filters: Attributes('By the codes of the document type.'),
  employee_technical_id: Nullable('string'),
  expiry_date: Nullable('string'),
  auto_send: Type.Boolean(),
  callback_url: Nullable('string'),
  document_id: Nullable('string', { description: 'The employee document that it was filed as.' }),
  started_at: NullableTimestamp(),
  all_signed_at: NullableTimestamp({ description: 'When the last signer signed; it is sealed after that.' }),
  signed_at: NullableTimestamp({ description: 'When it was sealed.' }),
  sent_at: NullableTimestamp(),
  ended_at: NullableTimestamp({ description: 'When it was done, rejected, expired or canceled.' }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type SignatureProcess = Static<typeof SignatureProcess>

/** What the event `signed` tells: the process, and who of its signers signed. */
export type SignedProcess = SignatureProcess & { signer: Signer }

const listed = {
  status: Type.Optional(OneOf(STATUSES)),
  q: Type.Optional(
    Text({ maxLength: 200, description: 'Searches titles and names of signers; case and accents are ignored.' }),
  ),
  sort: Type.Optional(Sort(['created_at', 'updated_at'], 'Defaults to newest first.')),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
}
export const ListProcessesQuery = Type.Object({
  ...listed,
  signature_type_id: Type.Optional(Text({ maxLength: 100 })),
  employee_technical_id: Type.Optional(Text({ maxLength: 50, description: 'In whose folder it is filed.' })),
  signer_technical_id: Type.Optional(Text({ maxLength: 50, description: 'A manager or employee who signs it.' })),
  created_at_since: Type.Optional(Moment('Only items created at or after this time.')),
  updated_at_since: Type.Optional(Moment('Only items changed at or after this time.')),
})
export type ListProcessesQuery = Static<typeof ListProcessesQuery>

export const ProcessParams = Type.Object({ id: Type.String() })
export const SignerParams = Type.Object({ id: Type.String(), signer_id: Type.String() })

export const CancelInput = NamedObject('SignatureCancellation', {
  signature_process_ids: Type.Array(Text({ maxLength: 100 }), { minItems: 1, maxItems: 1000 }),
})
export const ArchiveInput = NamedObject('SignatureArchiveInput', filing)
export type ArchiveInput = Static<typeof ArchiveInput>
/** A call without a body says nothing of where to file it. */
export const OptionalArchiveInput = OptionalBody(ArchiveInput)
export const ArchiveNamedInput = NamedObject('SignatureArchiveNamedInput', {
  signature_process_id: Text({ minLength: 1, maxLength: 100 }),
  ...filing,
})

export const EvidenceEntry = NamedObject('SignatureEvidence', {
  action: Type.String({ description: 'Such as started, asked, viewed, signed, sealed.' }),
  signer_id: Nullable('string'),
  actor_name: Nullable('string'),
  address: Nullable('string', { description: 'The IP address.' }),
  agent: Nullable('string', { description: 'The user agent.' }),
  detail: Nullable('string'),
  created_at: Timestamp(),
})
export type EvidenceEntry = Static<typeof EvidenceEntry>
