import type { EVENTS } from './catalogue.ts'

/** What events tell of: `employee` in `employee.created`. */
export type EventResource = keyof typeof EVENTS

/** What reads a resource, and so what reads the events that tell of it. */
export const READ_PERMISSIONS = {
  account: 'accounts:read',
  employee: 'employees:read',
  user: 'users:read',
  import: 'imports:read',
  dataset_import: 'dataset_imports:read',
  dataset: 'datasets:read',
  dataset_value: 'datasets:read',
  organization: 'organizations:read',
  organization_group: 'organization_groups:read',
  custom_field: 'custom_fields:read',
  saml_identity_provider: 'saml_identity_providers:read',
  vault_link: 'vault_links:read',
  role: 'roles:read',
  document_generation: 'document_generations:read',
  document_template: 'document_generation_templates:read',
  document_template_version: 'document_generation_templates:read',
  signature_type: 'signatures:read',
  signature_process: 'signatures:read',
  employee_document: 'employee_documents:read',
  company_document: 'company_documents:read',
  legal_hold: 'legal_holds:read',
  employee_document_type: 'document_types:read',
  company_document_type: 'document_types:read',
  workingfile: 'processes:read',
  request: 'requests:read',
  process: 'processes:read',
  deletion_request: 'deletion_requests:read',
  retention_policy: 'retention_policies:read',
  webhook: 'webhooks:read',
  note: 'notes:read',
  article: 'articles:read',
  distribution_project: 'distributions:read',
} as const satisfies Record<EventResource, `${string}:read`>

/** The resource in the name of an event, or in a pattern such as `employee.*`. */
export function resourceOf(type: string): string {
  const [resource = ''] = type.split('.', 1)
  return resource
}
