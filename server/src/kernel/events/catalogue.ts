/** The resources of events, with the permission to read each and the events that a webhook can subscribe to. */
export const EVENT_RESOURCES = {
  account: { read: 'accounts:read', events: ['created', 'updated', 'deleted', 'logged_in'] },
  employee: { read: 'employees:read', events: ['created', 'updated', 'deleted', 'restored'] },
  user: { read: 'users:read', events: ['created', 'updated', 'deleted'] },
  import: { read: 'imports:read', events: ['created', 'started', 'completed'] },
  dataset_import: { read: 'dataset_imports:read', events: ['created', 'started', 'completed'] },
  dataset: { read: 'datasets:read', events: ['created', 'updated', 'deleted'] },
  dataset_value: { read: 'datasets:read', events: ['created', 'updated', 'deleted'] },
  organization: { read: 'organizations:read', events: ['created', 'updated', 'deleted'] },
  organization_group: { read: 'organization_groups:read', events: ['created', 'updated'] },
  custom_field: { read: 'custom_fields:read', events: ['created', 'deleted', 'updated'] },
  saml_identity_provider: { read: 'saml_identity_providers:read', events: ['created', 'updated', 'deleted'] },
  vault_link: { read: 'vault_links:read', events: ['deleted'] },
  role: { read: 'roles:read', events: ['created', 'deleted', 'updated'] },
  document_generation: { read: 'document_generations:read', events: ['created'] },
  document_template: { read: 'document_generation_templates:read', events: ['created', 'updated', 'deleted'] },
  document_template_version: {
    read: 'document_generation_templates:read',
    events: ['created', 'activated', 'deactivated'],
  },
  signature_type: { read: 'signatures:read', events: ['created', 'updated', 'deleted'] },
  signature_process: {
    read: 'signatures:read',
    events: ['created', 'sent', 'updated', 'signed', 'completed', 'deleted'],
  },
  employee_document: {
    read: 'employee_documents:read',
    events: ['created', 'deleted', 'restored', 'trashed', 'updated', 'unlinked'],
  },
  company_document: {
    read: 'company_documents:read',
    events: ['created', 'deleted', 'restored', 'trashed', 'updated'],
  },
  legal_hold: { read: 'legal_holds:read', events: ['created', 'deleted'] },
  employee_document_type: { read: 'document_types:read', events: ['created', 'updated'] },
  company_document_type: { read: 'document_types:read', events: ['created', 'updated'] },
  workingfile: { read: 'processes:read', events: ['signed', 'created', 'updated', 'sealed'] },
  request: { read: 'requests:read', events: ['created', 'updated', 'deleted', 'commented'] },
  process: { read: 'processes:read', events: ['created', 'published', 'completed', 'finalized', 'hidden'] },
  deletion_request: {
    read: 'deletion_requests:read',
    events: ['created', 'confirmed', 'canceled', 'prepared', 'completed', 'failed'],
  },
  retention_policy: { read: 'retention_policies:read', events: ['created', 'deleted'] },
  disposal: { read: 'disposals:read', events: ['created', 'ready', 'completed', 'canceled', 'failed'] },
  audit_checkpoint: { read: 'audit_entries:read', events: ['created'] },
  access_package: { read: 'access_packages:read', events: ['created', 'ready', 'failed'] },
  webhook: { read: 'webhooks:read', events: ['created', 'deleted', 'updated', 'disabled'] },
  note: { read: 'notes:read', events: ['created'] },
  article: { read: 'articles:read', events: ['created', 'updated', 'deleted'] },
  distribution_project: { read: 'distributions:read', events: ['created', 'ready', 'validated', 'completed'] },
} as const satisfies Record<string, { read: `${string}:read`; events: readonly string[] }>

type Catalogue = typeof EVENT_RESOURCES
/** The resource of an event: `employee` in `employee.created`. */
export type EventResource = keyof Catalogue
export type EventName = { [R in EventResource]: `${R}.${Catalogue[R]['events'][number]}` }[EventResource]

export function isEventName(name: string | undefined): name is EventName {
  return (eventNames as readonly (string | undefined)[]).includes(name)
}

export const eventNames: readonly EventName[] = Object.entries(EVENT_RESOURCES).flatMap(([resource, { events }]) =>
  events.map((event) => `${resource}.${event}` as EventName),
)

/** The resource in the name of an event, or in a pattern such as `employee.*`. */
export function resourceOf(type: string): string {
  const [resource = ''] = type.split('.', 1)
  return resource
}
