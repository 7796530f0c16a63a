import type { operations } from './generated/v2.ts'
import type { ApiKeySchemas, Schemas } from './schemas.ts'

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
  actor: Schemas['Actor']
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

type Comment = ApiKeySchemas['RequestComment']

/** What each resource code stands for. */
type Resources = {
  access_package: Schemas['AccessPackage']
  account: Schemas['Account']
  article: Schemas['Article']
  audit_checkpoint: Schemas['AuditCheckpoint']
  company_document: Schemas['Document']
  company_document_type: Schemas['DocumentType']
  custom_field: Schemas['CustomField']
  dataset: Schemas['Dataset']
  dataset_import: Schemas['DatasetImport']
  dataset_value: Schemas['DatasetValue']
  deletion_request: Schemas['DeletionRequest']
  distribution: Schemas['Distribution']
  distribution_project: Schemas['DistributionProject']
  employee: Schemas['Employee']
  employee_document: Schemas['Document']
  employee_document_type: Schemas['DocumentType']
  import: Schemas['Import']
  legal_hold: Schemas['LegalHold']
  note: Schemas['Note']
  organization: Schemas['Organization']
  organization_group: Schemas['OrganizationGroup']
  request: ApiKeySchemas['Request']
  retention_policy: Schemas['RetentionPolicy']
  role: Schemas['Role']
  saml_identity_provider: Schemas['SamlIdentityProvider']
  signature_process: Schemas['SignatureProcess']
  signature_type: Schemas['SignatureType']
  user: Schemas['User']
  vault_link: Schemas['VaultLink']
  webhook: Omit<Schemas['Webhook'], 'signature_key'>
}
