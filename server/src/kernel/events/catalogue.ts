/** Every event that a subscriber can name, by resource. */
export const EVENTS = {
  account: ['created', 'updated', 'deleted', 'logged_in'],
  employee: ['created', 'updated', 'deleted', 'restored'],
  user: ['created', 'updated', 'deleted'],
  import: ['created', 'started', 'completed'],
  dataset_import: ['created', 'started', 'completed'],
  dataset: ['created', 'updated', 'deleted'],
  dataset_value: ['created', 'updated', 'deleted'],
  organization: ['created', 'updated', 'deleted'],
  organization_group: ['created', 'updated'],
  custom_field: ['created', 'deleted', 'updated'],
  saml_identity_provider: ['created', 'updated', 'deleted'],
  vault_link: ['deleted'],
  role: ['created', 'deleted', 'updated'],
  document_generation: ['created'],
  document_template: ['created', 'updated', 'deleted'],
  document_template_version: ['created', 'activated', 'deactivated'],
  signature_type: ['created', 'updated', 'deleted'],
  signature_process: ['created', 'sent', 'updated', 'signed', 'completed', 'deleted'],
  employee_document: ['created', 'deleted', 'restored', 'trashed', 'updated', 'unlinked'],
  company_document: ['created', 'deleted', 'restored', 'trashed', 'updated'],
  legal_hold: ['created', 'deleted'],
  employee_document_type: ['created', 'updated'],
  company_document_type: ['created', 'updated'],
  workingfile: ['signed', 'created', 'updated', 'sealed'],
  request: ['created', 'updated', 'deleted', 'commented'],
  process: ['created', 'published', 'completed', 'finalized', 'hidden'],
  deletion_request: ['created', 'confirmed', 'canceled', 'prepared', 'completed', 'failed'],
  retention_policy: ['created', 'deleted'],
  webhook: ['created', 'deleted', 'updated', 'disabled'],
  note: ['created'],
  article: ['created', 'updated', 'deleted'],
  distribution_project: ['created', 'ready', 'validated', 'completed'],
} as const

type Catalogue = typeof EVENTS
export type EventName = { [R in keyof Catalogue]: `${R}.${Catalogue[R][number]}` }[keyof Catalogue]

export function isEventName(name: string | undefined): name is EventName {
  return (eventNames as readonly (string | undefined)[]).includes(name)
}

export const eventNames: readonly EventName[] = Object.entries(EVENTS).flatMap(([resource, events]) =>
  events.map((event) => `${resource}.${event}` as EventName),
)
