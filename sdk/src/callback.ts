import type { operations as unversioned } from './generated/unversioned.ts'
import type { operations } from './generated/v2.ts'

/** The body of a callback: `type` says what `data` is. */
export type Callback = { [Type in CallbackType]: CallbackOf<Type> }[CallbackType]

/** The name of an event, or `webhook.test`. */
export type CallbackType =
  | NonNullable<NonNullable<operations['listEvents']['parameters']['query']>['type']>
  | TestType
  | SpoolType

type TestType = 'webhook.test'
/** Told to the address that a client has for its distributions, and to no webhook. */
type SpoolType = 'distribution.completed'

type CallbackOf<Type extends CallbackType> = {
  /** The id of the event: what was seen already has been done. */
  id: string
  type: Type
  created_at: string
  /** Null when the address came with a call. */
  webhook_id: string | null
  actor: Read<'getEvent'>['actor']
  data: DataOf<Type>
  /** Where a person looks at a distribution project; only in callbacks to the client's own address for them. */
  check_url?: string
}

type DataOf<Type extends CallbackType> = Type extends 'request.commented'
  ? Comment
  : Type extends 'signature_process.signed'
    ? SignedProcess
    : ResourceOf<Type>

type ResourceOf<Type extends CallbackType> = Type extends `${infer Code}.${string}`
  ? Code extends keyof Resources
    ? Resources[Code]
    : Record<string, unknown>
  : never

/** The process, and who of its signers signed. */
type SignedProcess = Resources['signature_process'] & { signer: Resources['signature_process']['signers'][number] }

type Comment = unversioned['addRequestComment']['responses'][201]['content']['application/json']

/** What each resource code stands for. */
type Resources = {
  account: Read<'getAccount'>
  article: Read<'getArticle'>
  company_document: Read<'getCompanyDocument'>
  company_document_type: Read<'getDocumentType'>
  custom_field: Read<'getCustomField'>
  dataset: Read<'getDataset'>
  dataset_import: Read<'getDatasetImport'>
  dataset_value: Read<'getDatasetValue'>
  distribution: Read<'getDistribution'>
  distribution_project: Read<'getDistributionProject'>
  employee: Read<'getEmployee'>
  employee_document: Read<'getEmployeeDocument'>
  employee_document_type: Read<'getDocumentType'>
  import: Read<'getImport'>
  legal_hold: { id: string; document_id: string; document_kind: 'employee' | 'company' }
  note: Read<'getNote'>
  organization: Read<'getOrganization'>
  organization_group: Read<'getOrganizationGroup'>
  request: unversioned['getRequest']['responses'][200]['content']['application/json']
  role: Read<'getRole'>
  saml_identity_provider: Read<'getSAMLIdentityProvider'>
  signature_process: Read<'getSignatureProcess'>
  signature_type: Read<'getSignatureType'>
  user: Read<'getUser'>
  vault_link: Read<'getVaultLink'>
  webhook: Omit<Read<'getWebhook'>, 'signature_key'>
}

type Read<Operation extends keyof operations> = operations[Operation] extends {
  responses: { 200: { content: { 'application/json': infer Content } } }
}
  ? Content
  : never
