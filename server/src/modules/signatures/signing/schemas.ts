import { type Static, Type } from 'typebox'
import { HoldOnResource } from '#modules/governance/index.ts'
import {
  EvidenceEntry,
  ProcessFile,
  SIGNER_STATUSES,
  SIGNER_TYPES,
  SignaturePosition,
  SignatureProcess,
  Signer,
  STATUSES,
} from '#modules/signatures/processes/schemas.ts'
import {
  Cursor,
  NamedObject,
  Nullable,
  NullableTimestamp,
  OneOf,
  PerPage,
  Text,
} from '#platform/http/validation/schemas.ts'
import { DrawingInput } from './drawing.ts'

const CoSigner = NamedObject('CoSigner', {
  id: Type.String(),
  name: Type.String(),
  type: OneOf(SIGNER_TYPES),
  status: OneOf(SIGNER_STATUSES),
  signing_order: Type.Integer(),
  signed_at: NullableTimestamp(),
  is_me: Type.Boolean(),
})

/** A document to sign, as a signer sees it. */
export const SignerProcess = NamedObject('MySignature', {
  id: Type.String({ format: 'uuid' }),
  title: Type.String(),
  reason: Nullable('string'),
  message: Nullable('string'),
  status: OneOf(STATUSES),
  my_status: OneOf(SIGNER_STATUSES),
  may_sign: Type.Boolean({ description: 'Whether it is my turn.' }),
  requested_by: Type.String(),
  requested_at: NullableTimestamp({ description: 'When I was asked.' }),
  signers: Type.Array(CoSigner, { description: 'In the order in which they were named.' }),
  document: ProcessFile,
  signed_document: Type.Unsafe<ProcessFile | null>({ ...ProcessFile, type: ['object', 'null'] }),
  expiry_date: Nullable('string'),
  answered_at: NullableTimestamp({ description: 'When I signed or refused.' }),
  rejection_reason: Nullable('string', { description: 'Mine.' }),
})
export type SignerProcess = Static<typeof SignerProcess>

/** With what it takes to sign it. */
export const SignerProcessDetail = NamedObject('MySignatureDetail', {
  ...SignerProcess.properties,
  my_name: Type.String(),
  consent: Type.String({ description: 'What I agree to when I sign.' }),
  positions: Type.Array(SignaturePosition, { description: 'Where my signature will stand.' }),
})
export type SignerProcessDetail = Static<typeof SignerProcessDetail>

export const ListSignerProcessesQuery = Type.Object({
  state: Type.Optional(
    OneOf(['open', 'past'], { description: 'What waits for me, which it is when left out; or the rest.' }),
  ),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})

export const SignInput = NamedObject('SignatureInput', {
  drawing: DrawingInput,
  consent: Text({ minLength: 1, maxLength: 5000, description: 'What was agreed to, as it was shown.' }),
})
export const RejectInput = NamedObject('SignatureRejection', {
  reason: Text({ minLength: 1, maxLength: 1000, pattern: '\\S', description: 'Must not be blank.' }),
})

export const PageParams = Type.Object({ id: Type.String(), page: Type.Integer({ minimum: 1, maximum: 100_000 }) })
export const VersionQuery = Type.Object({
  version: Type.Optional(
    OneOf(['original', 'sealed'], { description: 'The signed document, as soon as there is one.' }),
  ),
  download: Type.Optional(Type.Boolean()),
})

const NamedSigner = NamedObject('ManagedSigner', { ...Signer.properties, name: Type.String() })

/** A process as managers see it. */
export const ManagerProcess = NamedObject('ManagedSignature', {
  ...SignatureProcess.properties,
  signers: Type.Array(NamedSigner),
  signature_type_name: Type.String(),
  employee_name: Nullable('string'),
  document_type_name: Nullable('string'),
  creator_name: Nullable('string'),
  is_mine: Type.Boolean({ description: 'Whether I made it.' }),
  is_sealing: Type.Boolean({ description: 'All signers have signed; the document is being sealed.' }),
})
export type ManagerProcess = Static<typeof ManagerProcess>

export const ManagerProcessDetail = NamedObject('ManagedSignatureDetail', {
  ...ManagerProcess.properties,
  evidence: Type.Array(Type.Object({ ...EvidenceEntry.properties, signer_name: Nullable('string') })),
  legal_holds: Type.Array(HoldOnResource, { description: 'The open legal holds that cover it.' }),
  may_write: Type.Boolean({ description: 'Whether I may change, start, cancel, send or file it.' }),
})
export type ManagerProcessDetail = Static<typeof ManagerProcessDetail>

export const ListManagerProcessesQuery = Type.Object({
  state: Type.Optional(
    OneOf(['draft', 'signing', 'signed', 'ended'], { description: 'One group of states. Defaults to all.' }),
  ),
  mine: Type.Optional(Type.Boolean({ description: 'Only those that I made.' })),
  employee: Type.Optional(Text({ maxLength: 50, description: 'For the folder of this employee.' })),
  q: Type.Optional(Text({ maxLength: 200, description: 'Searches titles and names of signers.' })),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListManagerProcessesQuery = Static<typeof ListManagerProcessesQuery>

export const SignatureCounts = NamedObject('SignatureCounts', {
  draft: Type.Integer(),
  signing: Type.Integer(),
  signed: Type.Integer({ description: 'To be sent or filed.' }),
  to_sign: Type.Integer({ description: 'Waiting for my own signature.' }),
})
export type SignatureCounts = Static<typeof SignatureCounts>

const AttributeShape = NamedObject('SignatureAttribute', {
  code: Type.String(),
  name: Type.Optional(Type.String()),
  type: Type.String(),
  required: Type.Optional(Type.Boolean()),
  values: Type.Optional(Type.Array(Type.String())),
})

export const SignatureOptions = NamedObject('SignatureOptions', {
  signature_types: Type.Array(
    Type.Object({ id: Type.String(), name: Type.String(), expiry_days: Nullable('integer') }),
  ),
  document_types: Type.Array(
    Type.Object({
      code: Type.String(),
      name: Type.String(),
      metas: Type.Array(AttributeShape),
      filters: Type.Array(AttributeShape),
      usual_signature_type_id: Nullable('string', {
        description: 'The signature type that documents of this type were last signed with.',
      }),
    }),
  ),
})
export type SignatureOptions = Static<typeof SignatureOptions>

export const ListSignatoriesQuery = Type.Object({
  type: OneOf(['user', 'employee']),
  q: Type.Optional(Text({ maxLength: 200 })),
})

/** A file that a process can be made of. */
export const SignatureUpload = NamedObject('SignatureUpload', {
  upload_id: Type.String(),
  filename: Type.String(),
  size: Type.Integer(),
  page_count: Type.Integer(),
})

/** What a link says before the code was entered. */
export const SigningLink = NamedObject('SigningLink', {
  client_name: Type.String(),
  email_hint: Type.String({ description: 'The address, most of it hidden.' }),
  is_open: Type.Boolean({ description: 'Whether the code was entered already, in this browser.' }),
})
